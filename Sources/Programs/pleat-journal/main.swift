import PleatHost
import PleatJournal

HostProgram.main { url, folder, isWithoutStandby, log in
  try Journal(url, folder, isWithoutStandby: isWithoutStandby, log: log)
}
