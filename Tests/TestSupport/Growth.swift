import Foundation

/// How the cost of some work grows with its input.
///
/// Seconds on a clock depend on the machine, on the build and on what else runs; how much longer work takes on a larger
/// input does not. What is measured is the processor time of the calling thread.
public enum Growth {
  /// The exponent below which work counts as being in proportion to its input: in the middle between 1 and the 2 of work that
  /// grows with the square.
  public static let limit = 1.5

  /// The exponent of the growth: 1 where the time is in proportion to the input, 2 where it grows with the square of the input.
  ///
  /// The least of up to five measurements, of which those after the first are made only where the one before was above
  /// ``limit``.
  /// - Parameters:
  ///   - small: The smaller input.
  ///   - large: An input that is several times as large.
  ///   - work: What is measured.
  public static func exponent(
    from small: [UInt8], to large: [UInt8], _ work: ([UInt8]) throws -> Void
  ) rethrows -> Double {
    let size = log(Double(large.count) / Double(max(small.count, 1)))
    var least = Double.infinity
    for _ in 0..<5 where least >= limit {
      let before = try time { try work(small) }
      least = min(least, log(try time { try work(large) } / max(before, 1e-6)) / size)
    }
    return least
  }

  /// The processor time of the calling thread that work takes, in seconds.
  private static func time(_ work: () throws -> Void) rethrows -> Double {
    let start = processorTime
    try work()
    return processorTime - start
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
