import PleatWeb

await WebProgram.main()
