/// Why a catalog was not read, for the person; nothing of it counts then.
public struct CatalogRefusal: Error, Equatable {
    public var message: String
    public init(_ message: String) { self.message = message }
}
