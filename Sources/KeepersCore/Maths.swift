import Glibc

/// The natural logarithm; here so that callers need not import the C library.
func logBase(_ value: Double) -> Double { log(value) }
