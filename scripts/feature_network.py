"""EfficientNet-Lite0 from PyTorch's legacy weight file to ONNX (opset 10), with the standard library only.

Network: Tan and Le (2019), "EfficientNet", the Lite variant: no squeeze-and-excite, ReLU6, fixed stem and head.
Batch norms are folded into the convolutions before them. Input "picture": 1 x 3 x 224 x 224, RGB, (value - 127) / 128.
Outputs: "features", 1 x 1280 pooled activations, and "labels", 1 x 1000 ImageNet logits.
"""

import collections
import io
import itertools
import pickle
import struct
from array import array

# repeats, kernel, stride, expansion, channels in, channels out
BLOCKS = [
    (1, 3, 1, 1, 32, 16), (2, 3, 2, 6, 16, 24), (2, 5, 2, 6, 24, 40), (3, 3, 2, 6, 40, 80),
    (3, 5, 1, 6, 80, 112), (4, 5, 2, 6, 112, 192), (1, 3, 1, 6, 192, 320),
]
EPSILON = 1e-3
ITEM = {"FloatStorage": "f", "LongStorage": "q"}


class Weights(pickle.Unpickler):
    """Reads only what a state_dict holds; any other class is an error."""

    def find_class(self, module, name):
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda storage, offset, size, stride, *rest: (storage, offset, size, stride)
        if module == "torch" and name in ITEM:
            return name
        raise pickle.UnpicklingError(f"{module}.{name} is not expected in weights")

    def persistent_load(self, identity):
        return identity


def read(content):
    """name -> array of floats in row-major order."""
    file = io.BytesIO(content)
    magic, version, system = (Weights(file).load() for _ in range(3))
    if magic != 0x1950A86A20F9469CFC6C or version != 1001 or not system["little_endian"]:
        raise ValueError("no legacy PyTorch file of protocol 1001")
    tensors = Weights(file).load()
    kinds = {storage[2]: storage[1] for storage, *_ in tensors.values()}
    storages = {}
    for key in Weights(file).load():
        count = struct.unpack("<q", file.read(8))[0]
        values = array(ITEM[kinds[key]])
        values.frombytes(file.read(count * values.itemsize))
        storages[key] = values
    return {
        name: straighten(storages[storage[2]], offset, size, stride)
        for name, (storage, offset, size, stride) in tensors.items()
        if storage[1] == "FloatStorage"
    }


def straighten(values, offset, size, stride):
    """A tensor's values in row-major order, whatever order its strides keep them in."""
    axes = [range(0, length * step, step) if step else [0] * length for length, step in zip(size, stride)]
    return array("f", (values[offset + sum(place)] for place in itertools.product(*axes)))


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def whole(number, value):
    return varint(number << 3) + varint(value)


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def attribute(name, value):
    head = field(1, name.encode())
    if isinstance(value, float):
        return head + varint(2 << 3 | 5) + struct.pack("<f", value) + whole(20, 1)
    if isinstance(value, int):
        return head + whole(3, value) + whole(20, 2)
    return head + b"".join(whole(8, item) for item in value) + whole(20, 7)


def picture_of(name, *shape):
    """ValueInfoProto of a float tensor."""
    dimensions = b"".join(field(1, whole(1, side)) for side in shape)
    return field(1, name.encode()) + field(2, field(1, whole(1, 1) + field(2, dimensions)))


class Graph:
    """Collects nodes and weights of a chain."""

    def __init__(self, weights):
        self.weights, self.nodes, self.tensors = weights, [], []

    def node(self, kind, inputs, output, **attributes):
        body = b"".join(field(1, name.encode()) for name in inputs) + field(2, output.encode())
        body += field(3, output.encode()) + field(4, kind.encode())
        body += b"".join(field(5, attribute(name, value)) for name, value in attributes.items())
        self.nodes.append(field(1, body))
        return output

    def tensor(self, name, values, *shape):
        dimensions = b"".join(whole(1, side) for side in shape)
        body = dimensions + whole(2, 1) + field(8, name.encode()) + field(9, values.tobytes())
        self.tensors.append(field(5, body))
        return name

    def convolution(self, source, name, norm, channels, inputs, kernel, stride=1, groups=1, clips=True):
        """A convolution with its batch norm folded in, padded as TensorFlow's SAME at even sizes."""
        scales = [
            gain / (variance + EPSILON) ** 0.5
            for gain, variance in zip(self.weights[norm + ".weight"], self.weights[norm + ".running_var"])
        ]
        each = inputs // groups * kernel * kernel
        old = self.weights[name + ".weight"]
        values = array("f", (old[place] * scales[place // each] for place in range(len(old))))
        bias = array(
            "f",
            (
                shift - mean * scale
                for shift, mean, scale in zip(self.weights[norm + ".bias"], self.weights[norm + ".running_mean"], scales)
            ),
        )
        total = kernel - stride
        before = total // 2
        names = [
            source, self.tensor(name + ".weight", values, channels, inputs // groups, kernel, kernel),
            self.tensor(name + ".bias", bias, channels),
        ]
        out = self.node(
            "Conv", names, name, kernel_shape=[kernel, kernel], strides=[stride, stride], group=groups,
            pads=[before, before, total - before, total - before],
        )
        return self.node("Clip", [out], name + ".relu6", min=0.0, max=6.0) if clips else out


def convert(content):
    """The weight file's bytes to those of an ONNX model; the same bytes for the same weights everywhere."""
    graph = Graph(read(content))
    last = graph.convolution("picture", "_conv_stem", "_bn0", 32, 3, 3, stride=2)
    index = 0
    for repeats, kernel, stride, expansion, inputs, outputs in BLOCKS:
        for turn in range(repeats):
            block, source = f"_blocks.{index}", last
            step, channels = (stride, inputs) if turn == 0 else (1, outputs)
            wide = channels * expansion
            if expansion != 1:
                last = graph.convolution(last, f"{block}._expand_conv", f"{block}._bn0", wide, channels, 1)
            last = graph.convolution(
                last, f"{block}._depthwise_conv", f"{block}._bn1", wide, wide, kernel, stride=step, groups=wide)
            last = graph.convolution(
                last, f"{block}._project_conv", f"{block}._bn2", outputs, wide, 1, clips=False)
            if step == 1 and channels == outputs:
                last = graph.node("Add", [last, source], f"{block}.sum")
            index += 1
    last = graph.convolution(last, "_conv_head", "_bn1", 1280, 320, 1)
    last = graph.node("GlobalAveragePool", [last], "pooled")
    last = graph.node("Flatten", [last], "features", axis=1)
    names = [
        last, graph.tensor("_fc.weight", graph.weights["_fc.weight"], 1000, 1280),
        graph.tensor("_fc.bias", graph.weights["_fc.bias"], 1000),
    ]
    graph.node("Gemm", names, "labels", transB=1)
    body = b"".join(graph.nodes) + field(2, b"efficientnet-lite0") + b"".join(graph.tensors)
    body += field(11, picture_of("picture", 1, 3, 224, 224))
    body += field(12, picture_of("features", 1, 1280)) + field(12, picture_of("labels", 1, 1000))
    return whole(1, 5) + field(2, b"keepers") + field(7, body) + field(8, whole(2, 10))
