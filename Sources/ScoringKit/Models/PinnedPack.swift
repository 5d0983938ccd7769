/// The one pack that this version was measured with; scripts/models makes it, byte for byte.
enum PinnedPack {
    /// Size in bytes and SHA-256 in hexadecimal, by file name.
    static let files: [String: (bytes: Int, sha256: String)] = [
        "libopenvino.so.2641": (20526937, "9b9a80ac1f18e07b13ed54459d9a865bcfe9dc170dbf8fe740c2974b85ecedc1"),
        "libopenvino_c.so.2641": (377505, "d2d0836d422b21fc5da2739af0d6035df3fc6dd5e4756402eb848974edecf8a5"),
        "libopenvino_intel_cpu_plugin.so": (63691929, "6599e3dd300d047b5ed72f8e48101c5f312c25321f35f57f803641ff8372900b"),
        "libopenvino_onnx_frontend.so.2641": (6827321, "82d499f5b5e8514def7aaa1ecd5a9f570542d33ae9d00a0077f707cccd0e0192"),
        "libopenvino_tensorflow_lite_frontend.so.2641": (
            1338601, "37c15a95dad43623cbefa23fc23370bdc20e5c757ba35a04f846e8ac227a0ed6"
        ),
        "libtbb.so.12": (369313, "ac9518497a4f2cb6729792730f145ee58367316031511923fef263c9ac81ca61"),
        "centerface.onnx": (7304518, "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc"),
        "face_landmarks_detector.tflite": (2553590, "c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5"),
        "face_blendshapes.tflite": (955312, "4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082"),
        "efficientnet-lite0.onnx": (18544695, "48a1e20381f2299a305f241104fbef41c60fe461e92e8f0178077792bc055fae"),
    ]
}
