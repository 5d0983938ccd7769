import CSQLite

/// The row that a statement stands on; valid inside the closure that gets it.
struct Row {
    private let statement: OpaquePointer
    init(_ statement: OpaquePointer) { self.statement = statement }

    func isNull(_ column: Int32) -> Bool { Int(ksql_column_type(statement, column)) == KSQL_NULL }
    func integer(_ column: Int32) -> Int64 { ksql_column_integer(statement, column) }
    func int(_ column: Int32) -> Int { Int(ksql_column_integer(statement, column)) }
    func flag(_ column: Int32) -> Bool { ksql_column_integer(statement, column) != 0 }
    func real(_ column: Int32) -> Double { ksql_column_real(statement, column) }

    func text(_ column: Int32) -> String {
        var count: Int32 = 0
        guard let bytes = ksql_column_text(statement, column, &count) else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        var count: Int32 = 0
        guard let bytes = ksql_column_blob(statement, column, &count) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
