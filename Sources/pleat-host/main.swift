import PleatHost

HostProgram.main()
