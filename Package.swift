// swift-tools-version: 6.1
import PackageDescription

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "pleat",
  // Linux needs no version. What an app for iOS builds is ListChanges alone.
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "pleat", targets: ["pleat"]),
    .library(name: "ListChanges", targets: ["ListChanges"]),
    .library(name: "OutlineCore", targets: ["OutlineCore"]),
    .library(name: "OutlineRepository", targets: ["OutlineRepository"]),
    .library(name: "OutlineFormats", targets: ["OutlineFormats"]),
  ],
  traits: [
    .default(enabledTraits: ["RegularExpressions"]),
    .trait(name: "RegularExpressions", description: "Searches by regular expressions, which need PCRE2."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.7.0")
  ],
  targets: [
    .systemLibrary(
      name: "CCmarkGFM", path: "Sources/Headers/CCmarkGFM",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .systemLibrary(name: "CExpat", path: "Sources/Headers/CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CNcurses", path: "Sources/Headers/CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CPCRE2", path: "Sources/Headers/CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .target(name: "CPlatform", path: "Sources/Headers/CPlatform", publicHeadersPath: "."),
    .systemLibrary(name: "CSQLite", path: "Sources/Headers/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "ListChanges", path: "Packages/ListChanges/Sources/ListChanges"),
    .target(name: "Locking", path: "Sources/Outline/Locking"),
    .target(
      name: "OutlineCore",
      dependencies: [.target(name: "CPCRE2", condition: .when(traits: ["RegularExpressions"])), "ListChanges"],
      path: "Sources/Outline/OutlineCore"),
    .target(
      name: "OutlineMigrations", path: "migrations",
      resources: [
        .embedInCode("m0001_outline.sql"), .embedInCode("m0002_dates.sql"), .embedInCode("m0003_undo_many.sql"),
        .embedInCode("m0004_history_guard.sql"), .embedInCode("m0005_row_levels.sql"), .embedInCode("m0006_sql.sql"),
        .embedInCode("schema.sql"),
      ]),
    .target(name: "SQLite", dependencies: ["CSQLite", "Locking", "SQLiteSalvage"], path: "Sources/Outline/SQLite"),
    .target(name: "SQLiteSalvage", path: "Sources/Outline/SQLiteSalvage"),
    .target(
      name: "OutlineStore",
      dependencies: [
        "ListChanges", "Locking", "OutlineCore", "OutlineMigrations", "PleatSystem", "SQLite", "SQLiteSalvage",
        systemPackage,
      ],
      path: "Sources/Outline/OutlineStore"),
    .target(
      name: "OutlineDocuments", dependencies: ["ListChanges", "OutlineCore", "OutlineJSON"],
      path: "Sources/Outline/OutlineDocuments"),
    .target(
      name: "OutlineRepository",
      dependencies: ["ListChanges", "Locking", "OutlineCore", "OutlineDocuments", "OutlineStore", "PleatSystem"],
      path: "Sources/Outline/OutlineRepository"),
    .target(
      name: "OutlineFormats",
      dependencies: [
        "CCmarkGFM", "CExpat", "ListChanges", "Locking", "OutlineCore", "OutlineDocuments", "OutlineJSON",
      ],
      path: "Sources/Outline/OutlineFormats"),
    .target(name: "OutlineJSON", dependencies: ["ListChanges", "OutlineCore"], path: "Sources/Outline/OutlineJSON"),
    .target(name: "PleatArguments", dependencies: ["OutlineCore"], path: "Sources/Pleat/PleatArguments"),
    .target(
      name: "PleatCommands",
      dependencies: [
        "ListChanges", "OutlineCore", "OutlineDocuments", "OutlineFormats", "OutlineRepository", "PleatArguments",
        "PleatOutput",
        "PleatRemote", "PleatSystem", "PleatTerminal", "TerminalText", systemPackage,
      ], path: "Sources/Pleat/PleatCommands"),
    .target(
      name: "PleatOutput",
      dependencies: [
        "ListChanges", "OutlineCore", "OutlineDocuments", "OutlineFormats", "OutlineRepository", "PleatArguments",
        "PleatSystem",
        "TerminalText", systemPackage,
      ], path: "Sources/Pleat/PleatOutput"),
    .target(
      name: "PleatRemote",
      dependencies: [
        "ListChanges", "Locking", "OutlineCore", "OutlineDocuments", "OutlineFormats", "OutlineRepository",
        "PleatArguments",
        "PleatOutput",
        "PleatSystem", "PleatTerminal", systemPackage,
      ], path: "Sources/Pleat/PleatRemote"),
    .target(
      name: "PleatSystem", dependencies: ["CPlatform", "Locking", systemPackage], path: "Sources/Outline/PleatSystem"),
    .target(
      name: "PleatTerminal",
      dependencies: ["CNcurses", "ListChanges", "OutlineCore", "OutlineRepository", "PleatSystem", "TerminalText"],
      path: "Sources/Pleat/PleatTerminal"),
    .target(name: "TerminalText", path: "Sources/Pleat/TerminalText"),
    .executableTarget(name: "pleat", dependencies: ["PleatCommands"], path: "Sources/Programs/pleat"),
    .target(name: "AppleStandIns", path: "Examples/StandIns"),
    .target(
      name: "Adapters", dependencies: ["AppleStandIns", "ListChanges"], path: "Examples/Adapters",
      exclude: ["GTK", "Qt"]),
    .executableTarget(
      name: "TableView",
      dependencies: ["Adapters", "AppleStandIns", "ListChanges", "OutlineCore", "OutlineRepository", "SQLite"],
      path: "Examples/TableView"),
    .executableTarget(
      name: "Follow", dependencies: ["ListChanges", "OutlineCore", "OutlineRepository"], path: "Examples/Follow"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "ListChangesTests", dependencies: ["ListChanges", "TestSupport"]),
    .testTarget(name: "AdapterTests", dependencies: ["Adapters", "AppleStandIns", "ListChanges", "TestSupport"]),
    .testTarget(
      name: "OutlineCoreTests",
      dependencies: ["ListChanges", "OutlineCore", "OutlineDocuments", "OutlineFormats", "TestSupport"],
      exclude: ["Tables"]),
    .target(
      name: "TestPrograms", dependencies: ["CSQLite", "PleatSystem", "SQLite", systemPackage],
      path: "Tests/TestPrograms"),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestPrograms"]),
    .testTarget(name: "SQLiteSalvageTests", dependencies: ["SQLiteSalvage", "TestPrograms", "TestSupport"]),
    .testTarget(
      name: "OutlineStoreTests",
      dependencies: [
        "Locking", "OutlineCore", "OutlineStore", "PleatSystem", "SQLite", "SQLiteSalvage", "TestPrograms",
        "TestSupport",
        systemPackage,
      ]),
    .testTarget(
      name: "OutlineRepositoryTests",
      dependencies: [
        "ListChanges", "Locking", "OutlineCore", "OutlineDocuments", "OutlineRepository", "OutlineStore", "PleatSystem",
        "SQLite",
        "TestPrograms", "TestSupport",
      ],
      exclude: ["Journal"]),
    .testTarget(
      name: "OutlineFormatsTests",
      dependencies: ["Locking", "OutlineDocuments", "OutlineFormats", "OutlineJSON", "TestSupport"],
      exclude: ["Corpus"]),
    .testTarget(
      name: "PleatTerminalTests",
      dependencies: [
        "OutlineCore", "OutlineFormats", "OutlineRepository", "PleatSystem", "PleatTerminal", "TerminalText",
        "TestPrograms", "TestSupport",
      ]),
    .testTarget(
      name: "PleatCommandsTests",
      dependencies: [
        "Follow", "Locking", "pleat", "TableView", "OutlineFormats", "OutlineJSON", "PleatArguments", "PleatCommands",
        "PleatOutput", "PleatRemote", "PleatSystem", "PleatTerminal", "TerminalText", "TestPrograms", "TestSupport",
      ],
      exclude: ["Host", "Journal"]),
  ]
)

// The host, `pleat host`, is a program of its own as well. It is left out unless it is asked for, so that the tests that a developer
// runs after each change build only pleat.
let keepsJournal = Context.environment["PLEAT_JOURNAL"] != nil
let hasPage = Context.environment["PLEAT_WEB"] != nil
// The tests of the page use a host, too.
if Context.environment["PLEAT_HOST"] != nil || keepsJournal || hasPage {
  package.products.append(.executable(name: "pleat-host", targets: ["pleat-host"]))
  package.targets += [
    .target(
      name: "PleatHost",
      dependencies: [
        "Locking", "OutlineCore", "OutlineFormats", "OutlineJSON", "OutlineRepository", "PleatArguments",
        "PleatCommands",
        "PleatOutput", "PleatRemote", "PleatSystem", systemPackage,
      ], path: "Sources/Servers/PleatHost"),
    .executableTarget(name: "pleat-host", dependencies: ["PleatHost"], path: "Sources/Programs/pleat-host"),
  ]
  let tests = package.targets.first { $0.name == "PleatCommandsTests" }
  tests?.dependencies += ["pleat-host", "PleatHost"]
  tests?.exclude = ["Journal"]
}

// The host that keeps a journal needs the client library of PostgreSQL.
if keepsJournal {
  package.products.append(.executable(name: "pleat-journal", targets: ["pleat-journal"]))
  package.targets += [
    .systemLibrary(
      name: "CJournal", path: "Sources/Headers/CJournal", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "PleatJournal",
      dependencies: [
        "CJournal", "Locking", "OutlineCore", "OutlineRepository", "OutlineStore", "PleatHost", "PleatOutput",
        "PleatSystem",
        "SQLite",
        systemPackage,
      ], path: "Sources/Servers/PleatJournal"),
    .executableTarget(
      name: "pleat-journal", dependencies: ["PleatHost", "PleatJournal"], path: "Sources/Programs/pleat-journal"),
  ]
  for tests in package.targets where ["OutlineRepositoryTests", "PleatCommandsTests"].contains(tests.name) {
    tests.dependencies += ["pleat-journal", "PleatJournal"]
    tests.exclude = []
  }
}

// The page, `pleat web`, is a program of its own and needs an HTTP server. It is left out unless it is asked for, so that whoever builds
// pleat, or uses the library, does not fetch that. A trait would keep the server out as well, but not the sources that import it.
// The tests are then those of the page alone, as the others are built without it.
if hasPage {
  package.platforms = [.macOS(.v14)]  // as the server needs it
  package.products.append(.executable(name: "pleat-web", targets: ["pleat-web"]))
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .target(
      name: "PleatWeb",
      dependencies: [
        "ListChanges", "Locking", "OutlineCore", "OutlineFormats", "OutlineJSON", "OutlineRepository", "PleatArguments",
        "PleatCommands", "PleatOutput", "PleatSystem", systemPackage,
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ], path: "Sources/Servers/PleatWeb",
      resources: [
        "actions.js", "adding.js", "addresses.js", "box.js", "changes.js", "choices.js", "clipboard.js",
        "completing.js", "conflicts.js", "days.js", "dialogs.js", "done.js", "dragging.js", "drawing.js", "editing.js",
        "elements.js", "fields.js", "icon-maskable.svg", "icon.svg", "keys.js", "line.js", "loading.js",
        "manifest.webmanifest", "markdown.js", "meaning.js", "navigation.js", "offline.js", "page.css", "page.html",
        "page.js", "sending.js", "splitting.js", "state.js", "storage.js", "stream.js", "worker.js",
      ].map { .embedInCode("Page/\($0)") } + [.embedInCode("Serving/openapi.json")]),
    .executableTarget(name: "pleat-web", dependencies: ["PleatWeb"], path: "Sources/Programs/pleat-web"),
    .testTarget(
      name: "PleatWebTests",
      dependencies: [
        "Locking", "OutlineJSON", "OutlineRepository", "pleat-host", "pleat-web", "PleatWeb", "TestPrograms",
        "TestSupport",
      ]),
  ]
}
