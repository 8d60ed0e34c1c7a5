import ListChanges

/// Changes with the user whose list they are for, as every answer has them.
struct ChangesOfUser: Encodable {
  let user: String
  let changes: LaidOutChanges

  private enum CodingKeys: String, CodingKey {
    case user
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(user, forKey: .user)
    try changes.encode(to: encoder)
  }
}
