import OutlineJSON

// The names by which applications know what every reader of documents uses.

/// The bytes of a document, delivered in chunks.
public typealias ByteStream = OutlineJSON.ByteStream

/// Why a file could not be imported, and where in the file.
public typealias ImportError = OutlineJSON.ImportError
