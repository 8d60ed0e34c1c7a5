import Hummingbird
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
      Asset("page.css", "text/css; charset=utf-8", PackageResources.page_css),
      Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg),
      Asset(description, "application/json", PackageResources.openapi_json),
    ] + modules

  /// The page's script: `page.js` imports the others.
  private static let modules = [
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
    ("sending.js", PackageResources.sending_js), ("splitting.js", PackageResources.splitting_js),
    ("state.js", PackageResources.state_js), ("storage.js", PackageResources.storage_js),
    ("stream.js", PackageResources.stream_js),
  ].map { Asset($0, "text/javascript; charset=utf-8", $1) }

  /// Links with which a browser loads all modules at once, instead of those that page.js imports after page.js.
  static let preloads = modules.map { "<link rel=\"modulepreload\" href=\"\($0.name)\">" }.joined(separator: "\n")

  private static let description = "openapi.json"

  /// Returns the file for an outline in a folder: the description of the page then names the outline.
  ///
  /// - Parameter outline: The outline's path, percent-encoded as in an address; empty if a single outline is served.
  func beside(_ outline: String) -> Asset {
    guard name == Self.description, let part = outline.split(separator: "/").last,
      let word = try? PercentText.decoded(String(part))
    else { return self }
    // The server's address is relative to the description's, as a proxy may add a prefix.
    let server = PercentText.encoded(word)
    return Asset(name, type, bytes.replacing(Array(#""url": ".""#.utf8), with: Array(#""url": "../\#(server)""#.utf8)))
  }

  /// Returns the file, or tells the browser that its copy is current.
  func response(to request: Request) -> Response {
    let headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: "no-cache"]
    if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: content))
  }
}
