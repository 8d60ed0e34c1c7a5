/// The members of one set of changes as a JSON object.
struct ChangesObject {
  private var members: [String]

  /// Begins the object for a user and a layout.
  init(quotedUser: String, layout: ListLayout) {
    members = ["\"user\":\(quotedUser)", "\"layout\":\"\(layout.rawValue)\""]
  }

  /// Adds a list of objects; an empty one is left out.
  mutating func add(_ name: String, _ objects: [String]) {
    if !objects.isEmpty { members.append("\"\(name)\":[\(objects.joined(separator: ","))]") }
  }

  var json: String { "{\(members.joined(separator: ","))}" }
}

extension IndexRun {
  var json: String { "{\"start\":\(start),\"count\":\(count)}" }
}

extension RowRun {
  var json: String { "{\"section\":\(section),\"start\":\(start),\"count\":\(count)}" }
}

extension RowPath {
  var json: String { "{\"section\":\(section),\"row\":\(row)}" }
}

extension SectionMove {
  var json: String { "{\"from\":\(from),\"to\":\(to),\"count\":\(count)}" }
}

extension RowMove {
  var json: String { "{\"from\":\(from.json),\"to\":\(to.json),\"count\":\(count)}" }
}

extension LineMove {
  var json: String { "{\"from\":\(from),\"to\":\(to),\"count\":\(count)}" }
}
