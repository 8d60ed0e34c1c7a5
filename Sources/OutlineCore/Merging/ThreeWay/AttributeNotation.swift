/// How attributes are written as text, so that a merge can take them apart without knowing the notation.
package protocol AttributeNotation: Sendable {
  /// Returns the members of attributes, in their order; nil if the text cannot be taken apart.
  func members(of attributes: String) -> [AttributeMember]?

  /// Returns the attributes that have these members.
  func attributes(of members: [AttributeMember]) -> String

  /// Returns the texts that a member's value lists; nil if the value is no list of texts.
  func texts(in value: String) -> [String]?

  /// Returns the value of a member that lists these texts.
  func value(listing texts: [String]) -> String
}

/// One member of attributes.
package struct AttributeMember: Hashable, Sendable {
  /// The name of the member.
  package let key: ExactText
  /// The value, in the notation of the attributes.
  package let value: ExactText

  /// Creates a member from its name and its value, which is given in the notation of the attributes.
  package init(_ key: String, _ value: String) {
    self.key = ExactText(key)
    self.value = ExactText(value)
  }
}
