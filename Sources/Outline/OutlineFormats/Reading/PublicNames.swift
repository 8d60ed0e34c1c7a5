import OutlineJSON

// Names for applications of types that every reader of documents uses.

/// The bytes of a document, delivered in chunks.
public typealias ByteStream = OutlineJSON.ByteStream

/// Why a file could not be imported, and where in the file.
public typealias ImportError = OutlineJSON.ImportError
