import PleatHost

HostProgram.main(journal: nil)
