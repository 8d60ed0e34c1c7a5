import PleatHost
import PleatJournal

HostProgram.main { url, folder, days, isWithoutStandby, log in
  try Journal(url, folder, days: days, isWithoutStandby: isWithoutStandby, log: log)
}
