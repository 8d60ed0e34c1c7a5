import OutlineCore

extension ItemCounts {
  /// The note of a collapsed header about its hidden rows and tasks: `5 hidden, 2 of 4 done`; nil if it hides none.
  package var hiddenText: String? {
    let parts = [rows > 0 ? "\(rows) hidden" : nil, tasks > 0 ? "\(doneTasks) of \(tasks) done" : nil].compactMap(
      \.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
