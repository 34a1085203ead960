"""The thirty graph operators of ops 5."""

from .contract import Apply, Gram
from .elementwise import Abs, Add, ChunkAdd, Clamp, Leaky, Lut16, Relu
from .linear import Conv, ConvTranspose
from .movement import (Concat, Crop, CropTo, Fill, PadRep, PixelShuffle, PixelUnshuffle, Split,
                       SubposMerge, SubposSplit)
from .norm import Igdn, L2norm, LayernormC, Softmax
from .requant import Chscale, Mul, Rescale
from .scalar import Elu, Sigmoid

ALL = (Conv, Rescale, Chscale, Lut16, Add, Concat, ChunkAdd, Split, PixelShuffle, PixelUnshuffle,
       Clamp, Relu, Leaky, PadRep, CropTo, Mul, ConvTranspose, Igdn, Abs, Crop, SubposSplit,
       SubposMerge, Fill, LayernormC, L2norm, Softmax, Sigmoid, Elu, Gram, Apply)
BY_CODE = {op.code: op for op in ALL}
BY_NAME = {op.name: op for op in ALL}
