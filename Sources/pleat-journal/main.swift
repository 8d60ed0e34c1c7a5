import PleatHost
import PleatJournal

HostProgram.main { url, folder, log in try Journal(url, folder, log: log) }
