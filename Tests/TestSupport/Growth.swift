import Foundation

/// How the cost of some work grows with its input.
///
/// Seconds on a clock depend on the machine, on the build and on what else runs; how much longer work takes on a larger
/// input does not. What is measured is the processor time of the calling thread.
public enum Growth {
  /// How many times as long a byte of the larger input takes as a byte of the smaller one.
  ///
  /// About 1 where the time is in proportion to the input; where it grows with the square of the input it is how many
  /// times as large the larger one is. The least of up to five measurements, of which those after the first are made
  /// only where the one before was above `enough`.
  public static func ofTimePerByte(
    from small: [UInt8], to large: [UInt8], enough: Double, _ work: ([UInt8]) throws -> Void
  ) rethrows -> Double {
    let size = Double(large.count) / Double(max(small.count, 1))
    var least = Double.infinity
    for _ in 0..<5 where least > enough {
      let before = try time { try work(small) }
      least = min(least, try time { try work(large) } / max(before, 1e-6) / size)
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
