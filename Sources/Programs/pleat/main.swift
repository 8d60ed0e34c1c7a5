import PleatCommands

PleatMain.main()
