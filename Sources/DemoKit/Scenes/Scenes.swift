/// From a planned frame to a picture: the scene, then what the camera did to it.
enum Scenes {
    static func picture(_ shot: Shot, _ take: Take, wide: Bool) -> Picture {
        var picture = Picture()
        var layer = Layer()
        layer.draw(
            [], at: Pose(0, 0), Surface(Colour(0.3, 0.4, 0.6)).fading(to: Colour(0.8, 0.6, 0.4), from: (0, -0.5), (0, 0.5)))
        layer.draw([.ellipse(0, 0, 0.3, 0.35)], at: Pose(0, 0), Surface(Colour(hex: 0xE0AC86), bulge: 0.3).skin())
        picture.layers = [layer]
        picture.exposure = [0.5, 1, 2][Int(take.seed % 3)]
        return picture
    }
}
