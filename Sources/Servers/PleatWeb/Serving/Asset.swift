import Hummingbird
import OutlineJSON
import PleatOutput
import PleatSystem

/// A file that is compiled into the program.
struct Asset: Sendable {
  let name: String
  private let type: String
  private let bytes: [UInt8]
  private let content: ByteBuffer
  private let tag: String

  init(_ name: String, _ type: String, _ bytes: [UInt8]) {
    self.name = name
    self.type = type
    self.bytes = bytes
    content = ByteBuffer(bytes: bytes)
    var hash = FNV1a()
    hash.add(bytes)
    tag = "\"\(String(hash.value, radix: 16))\""
  }

  static let all =
    [
      Asset("\(version)/page.css", "text/css; charset=utf-8", PackageResources.page_css),
      Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg),
      Asset("icon-maskable.svg", "image/svg+xml", PackageResources.icon_maskable_svg),
      Asset(manifest, "application/manifest+json", PackageResources.manifest_webmanifest),
      Asset("worker.js", script, PackageResources.worker_js),
      Asset(description, "application/json", PackageResources.openapi_json),
    ] + modules.map { Asset("\(version)/\($0)", script, $1) }

  /// The folder in the addresses of scripts and style sheet, named by a hash of the whole page: its parts are never
  /// those of different versions, wherever a browser has them from.
  static let version: String = {
    var hash = FNV1a()
    for bytes in [PackageResources.page_html, PackageResources.page_css] + modules.map(\.bytes) { hash.add(bytes) }
    return String(hash.value, radix: 16)
  }()

  /// The page with the addresses of this version.
  static let page = PackageResources.page_html
    .replacing(
      Array("<!-- modules -->".utf8),
      // A browser then loads all modules at once, instead of those that page.js imports after page.js.
      with: Array(
        modules.map { "<link rel=\"modulepreload\" href=\"\(version)/\($0.name)\">" }.joined(separator: "\n").utf8)
    )
    .replacing(Array("\"page.".utf8), with: Array("\"\(version)/page.".utf8))

  /// The page's script: `page.js` imports the others.
  private static let modules: [(name: String, bytes: [UInt8])] = [
    ("page.js", PackageResources.page_js), ("actions.js", PackageResources.actions_js),
    ("adding.js", PackageResources.adding_js), ("addresses.js", PackageResources.addresses_js),
    ("box.js", PackageResources.box_js), ("changes.js", PackageResources.changes_js),
    ("choices.js", PackageResources.choices_js), ("clipboard.js", PackageResources.clipboard_js),
    ("completing.js", PackageResources.completing_js), ("conflicts.js", PackageResources.conflicts_js),
    ("days.js", PackageResources.days_js), ("dialogs.js", PackageResources.dialogs_js),
    ("done.js", PackageResources.done_js), ("dragging.js", PackageResources.dragging_js),
    ("drawing.js", PackageResources.drawing_js), ("editing.js", PackageResources.editing_js),
    ("elements.js", PackageResources.elements_js), ("fields.js", PackageResources.fields_js),
    ("keys.js", PackageResources.keys_js), ("line.js", PackageResources.line_js),
    ("loading.js", PackageResources.loading_js), ("markdown.js", PackageResources.markdown_js),
    ("meaning.js", PackageResources.meaning_js), ("navigation.js", PackageResources.navigation_js),
    ("offline.js", PackageResources.offline_js),
    ("sending.js", PackageResources.sending_js), ("splitting.js", PackageResources.splitting_js),
    ("state.js", PackageResources.state_js), ("storage.js", PackageResources.storage_js),
    ("stream.js", PackageResources.stream_js),
  ]

  private static let script = "text/javascript; charset=utf-8"
  private static let description = "openapi.json"
  private static let manifest = "manifest.webmanifest"

  /// Returns the file for an outline in a folder: the description and the manifest of the page then name the outline.
  ///
  /// - Parameter outline: The outline's path, percent-encoded as in an address; empty if a single outline is served.
  func beside(_ outline: String) -> Asset {
    guard [Self.description, Self.manifest].contains(name), let part = outline.split(separator: "/").last,
      let word = try? PercentText.decoded(String(part))
    else { return self }
    // The server's address is relative to the description's, as a proxy may add a prefix.
    let (own, named) =
      name == Self.manifest
      ? (#""pleat""#, JSONTree.string(word).text) : (#""url": ".""#, #""url": "../\#(PercentText.encoded(word))""#)
    return Asset(name, type, bytes.replacing(Array(own.utf8), with: Array(named.utf8)))
  }

  /// Returns the file, or tells the browser that its copy is current.
  func response(to request: Request) -> Response {
    let caching = name.hasPrefix("\(Self.version)/") ? "max-age=31536000, immutable" : "no-cache"
    let headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: caching]
    if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: content))
  }
}
