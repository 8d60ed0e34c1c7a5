// swift-tools-version: 6.1
import PackageDescription

// View changes by themselves, for programs on platforms that pleat is not built for; it imports nothing. pleat's own package compiles
// the same folder as a target: a package that has a dependency by path could not be used by version.
let package = Package(
  name: "ListChanges",
  platforms: [.macOS(.v13), .iOS(.v16)],  // Linux needs no version
  products: [.library(name: "ListChanges", targets: ["ListChanges"])],
  targets: [.target(name: "ListChanges")]
)
