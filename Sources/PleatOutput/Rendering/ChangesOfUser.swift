import ListChanges

/// Changes with the user whose list they are for, as every answer has them.
package struct ChangesOfUser: Encodable {
  package let user: String
  package let changes: LaidOutChanges

  private enum CodingKeys: String, CodingKey {
    case user
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(user, forKey: .user)
    try changes.encode(to: encoder)
  }
}
