import CPixels

/// A whole scene, ready for the camera.
struct Picture {
    var layers: [Layer] = []
    var light = Light()
    /// Gains of exposure and white balance, and what film and lens add.
    var exposure: Float = 1
    var balance = Colour(grey: 1)
    var vignette: Float = 0.35
    var haze: Float = 0
    var saturation: Float = 1.06
    /// Noise of mid-grey in 8-bit steps.
    var grain: Float = 1.5
    /// Camera movement: the whole picture is smeared, in short sides.
    var shake: (Float, Float) = (0, 0)
    var roll: Float = 0
    var shift: (Float, Float) = (0, 0)
    var zoom: Float = 1
    var seed: UInt32 = 0
}

/// The light of a scene: a lamp or the sun, the sky above, the ground below, a light from behind.
struct Light: Sendable {
    /// Direction to the lamp: right, down, towards the camera.
    var direction: (Float, Float, Float) = (-0.5, -0.6, 0.62)
    var key = Colour(1.0, 0.95, 0.86)
    var sky = Colour(0.34, 0.38, 0.44)
    var ground = Colour(0.20, 0.18, 0.14)
    var rimDirection: (Float, Float) = (0.8, -0.6)
    var rim = Colour(grey: 0.2)

    var packed: keepers_demo_light {
        var light = keepers_demo_light()
        let (x, y, z) = direction
        let length = (x * x + y * y + z * z).squareRoot()
        light.key = (x / length, y / length, z / length)
        (light.keyColour, light.skyColour, light.groundColour) = (key.values, sky.values, ground.values)
        (light.rim, light.rimColour) = (rimDirection, rim.values)
        return light
    }
}
