import Glibc

/// Seconds of an APEX shutter value (EXIF 2.32, annex C); nil where no shutter can be that fast or slow.
func secondsOfAPEX(_ value: Double) -> Double? { abs(value) <= 30 ? pow(2, -value) : nil }

/// F-number of an APEX aperture value.
func apertureOfAPEX(_ value: Double) -> Double? { value >= 0 && value <= 30 ? pow(2, value / 2) : nil }
