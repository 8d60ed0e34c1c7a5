// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "pleat", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.30.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Outline",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "ListChanges", package: "pleat"),
        .product(name: "OutlineCore", package: "pleat"),
        .product(name: "OutlineRepository", package: "pleat"),
      ],
      path: "Benchmarks/Outline",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
