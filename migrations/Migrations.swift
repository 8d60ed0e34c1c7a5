/// The SQL scripts that bring a file from one version to the next.
public enum Migrations {
  /// The scripts, oldest first; running the n-th makes version n.
  ///
  /// What has landed is never edited.
  public static var scripts: [String] {
    [PackageResources.m0001_outline_sql, PackageResources.m0002_log_sql, PackageResources.m0003_history_sql]
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
