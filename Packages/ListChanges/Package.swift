// swift-tools-version: 6.1
import PackageDescription

// The view changes by themselves, for platforms that pleat is not built for; this package imports nothing. pleat's own
// package compiles the same folder as a target, because a package with a dependency by path cannot be used by version.
let package = Package(
  name: "ListChanges",
  platforms: [.macOS(.v13), .iOS(.v16)],  // Linux needs no version
  products: [.library(name: "ListChanges", targets: ["ListChanges"])],
  targets: [.target(name: "ListChanges")]
)
