public import KeepersCore

extension Store {
    /// A session's settings by name; those of every session with nil.
    public func settings(of session: SessionID?) throws(StoreError) -> [String: String] {
        let rows = try connection.rows(
            "SELECT name, value FROM setting WHERE session = ?", [.integer(session?.rawValue ?? 0)]
        ) { ($0.text(0), $0.text(1)) }
        return Dictionary(rows) { $1 }
    }

    /// Keeps a setting; nil removes it. On the disk when this returns.
    public func set(_ name: String, to value: String?, of session: SessionID?) throws(StoreError) {
        let key: [Value] = [.integer(session?.rawValue ?? 0), .text(name)]
        try connection.transaction(.durable) { () throws(StoreError) in
            guard let value else {
                try connection.run("DELETE FROM setting WHERE session = ? AND name = ?", key)
                return
            }
            try connection.run("INSERT OR REPLACE INTO setting (session, name, value) VALUES (?, ?, ?)", key + [.text(value)])
        }
    }
}
