import Foundation
import TestPrograms

@testable import OutlineStore

/// A pleat file in a folder of its own.
struct OutlineFile {
  let folder: ScratchFolder
  let path: String
  let shell: SQLiteShell

  /// Makes a file and runs a script in the shell.
  init(_ script: String = "") throws {
    folder = try ScratchFolder()
    path = folder.path(of: "outline.db")
    shell = SQLiteShell(path)
    try Self.empty.get().write(to: URL(fileURLWithPath: path))
    if !script.isEmpty { try shell.run(script) }
  }

  /// Home with Groceries below it, and Work; two users with flags of their own.
  static func sample() throws -> OutlineFile {
    try OutlineFile(
      """
      INSERT INTO section (title, level) VALUES ('Home', 1), ('Groceries', 2), ('Work', 1);
      INSERT INTO row (section_id, text) VALUES (1, 'plants'), (2, 'milk'), (2, 'bread'), (2, 'eggs'), (3, 'mail');
      INSERT INTO user (name) VALUES ('ana'), ('ben');
      INSERT INTO fold VALUES (1, 1, 1), (1, 2, 0), (2, 2, 1);
      """)
  }

  /// The bytes of a file as pleat makes it.
  private static let empty = Result {
    let folder = try ScratchFolder()
    let path = folder.path(of: "outline.db")
    _ = try Store(openingOrCreating: path)
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }
}

extension Store {
  /// The titles of all sections, in order.
  func titles() throws -> [String] {
    try read { reader in
      var titles: [String] = []
      try reader.eachTitle { _, title in titles.append(title) }
      return titles
    }
  }
}

extension OutlineFile {
  /// The lines in which the file breaks a promise: counts that are wrong, rows and flags that belong to nothing.
  func brokenPromises() throws -> [String] {
    try shell.lines(
      """
      WITH counted AS (
          SELECT section_id, rank >> 42 AS span, level, count(*) AS rows, count(done) AS tasks,
            count(nullif(done, 0)) AS done
          FROM row GROUP BY 1, 2, 3),
        levels AS (SELECT level, ord >> 42 AS span, count(*) AS sections FROM section GROUP BY 1, 2)
      SELECT 'not counted', * FROM (SELECT * FROM counted EXCEPT SELECT * FROM row_count)
      UNION ALL SELECT 'counted wrongly', * FROM (SELECT * FROM row_count EXCEPT SELECT * FROM counted)
      UNION ALL SELECT 'section not counted', *, '', '', '' FROM (SELECT * FROM levels EXCEPT SELECT * FROM section_count)
      UNION ALL SELECT 'section counted wrongly', *, '', '', '' FROM (SELECT * FROM section_count EXCEPT SELECT * FROM levels)
      UNION ALL SELECT 'row without a section', row_id, section_id, rank, '', '', '' FROM row
        WHERE section_id NOT IN (SELECT section_id FROM section)
      UNION ALL SELECT 'flag of nothing', user_id, section_id, collapsed, '', '', '' FROM fold
        WHERE user_id NOT IN (SELECT user_id FROM user) OR section_id NOT IN (
          SELECT section_id FROM section UNION ALL SELECT row_id FROM row)
      UNION ALL SELECT 'key that stands for the end', section_id, ord, title, '', '', '' FROM section WHERE ord = 1 << 62
      UNION ALL SELECT 'rank that stands for the end', row_id, rank, text, '', '', '' FROM row WHERE rank = 1 << 62
      """)
  }
}

extension Store {
  /// Opens the file at `path` for writing, and creates it if it does not exist.
  convenience init(openingOrCreating path: String, network: NetworkFiles = NetworkFiles()) throws {
    if try !FileSystem.exists(FileSystem.absolute(path)) {
      _ = try Store.create(path, network: network) { _ in ((), true) }
    }
    try self.init(opening: path, for: .writing, network: network)
  }
}
