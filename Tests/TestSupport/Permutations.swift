/// Every order of the numbers from 0 to before `count`.
public func permutations(of count: Int) -> [[Int]] {
  if count == 0 { return [[]] }
  return permutations(of: count - 1).flatMap { shorter in
    (0..<count).map { index in shorter[..<index] + [count - 1] + shorter[index...] }.map(Array.init)
  }
}
