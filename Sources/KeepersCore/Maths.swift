import Glibc

/// The natural logarithm; here so that callers need not import the C library.
func logarithm(_ value: Double) -> Double { log(value) }

func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

func exponential(_ value: Double) -> Double { exp(value) }
