import Hummingbird
import PleatSystem

/// A file that is compiled into the program.
struct Asset: Sendable {
  let name: String
  private let type: String
  private let content: ByteBuffer
  private let tag: String

  init(_ name: String, _ type: String, _ bytes: [UInt8]) {
    self.name = name
    self.type = type
    content = ByteBuffer(bytes: bytes)
    var hash = FNV1a()
    hash.add(bytes)
    tag = "\"\(String(hash.value, radix: 16))\""
  }

  static let all = [
    Asset("page.css", "text/css; charset=utf-8", PackageResources.page_css),
    Asset("page.js", "text/javascript; charset=utf-8", PackageResources.page_js),
    Asset("changes.js", "text/javascript; charset=utf-8", PackageResources.changes_js),
    Asset("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    Asset("openapi.json", "application/json", PackageResources.openapi_json),
  ]

  /// Returns the file, unless the browser has it already.
  func response(to request: Request) -> Response {
    let headers: HTTPFields = [.contentType: type, .eTag: tag, .cacheControl: "no-cache"]
    if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: content))
  }
}
