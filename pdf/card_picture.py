"""The picture of an image artifact: decoded within limits, and as small as it is shown."""

import io
import re

import cairo
from gi.repository import GdkPixbuf, GLib, Rsvg
from PIL import Image, ImageOps

FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
# More take more memory than the process has. A JPEG is decoded in an eighth of its size, if need be.
MOST_PIXELS = 40_000_000
MOST_PIXELS_OF_JPEG = 100_000_000
MOST_PIXELS_OF_AVIF = 16_000_000

Image.MAX_IMAGE_PIXELS = None


class Bitmap:
    def __init__(self, image):
        self.image = image
        self.size = image.size

    def draw(self, context, x, y, width, height, coarseness):
        """The coarser, the fewer bytes it takes in the end."""
        size = [max(1, round(side / coarseness)) for side in (width, height)]
        image = self.image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2)
        pixels = bytearray(image.convert("RGBa").tobytes("raw", "BGRa"))
        surface = cairo.ImageSurface.create_for_data(
            pixels, cairo.FORMAT_ARGB32, *size, size[0] * 4
        )
        context.save()
        context.translate(round(x), round(y))
        context.scale(width / size[0], height / size[1])
        context.set_source_surface(surface)
        context.get_source().set_extend(cairo.EXTEND_PAD)
        context.rectangle(0, 0, *size)
        context.fill()
        context.restore()


class Vector:
    def __init__(self, handle):
        self.handle = handle
        has_size, width, height = handle.get_intrinsic_size_in_pixels()
        box = handle.get_intrinsic_dimensions()[5]
        if not has_size or not width or not height:
            width, height = box.width, box.height
        self.size = (width or 300, height or 150)

    def draw(self, context, x, y, width, height, _coarseness):
        place = Rsvg.Rectangle()
        place.x, place.y, place.width, place.height = x, y, width, height
        self.handle.render_document(context, place)


def decode_avif(file):
    """Which Pillow cannot. Nothing where it says that it is too large."""
    for sides in re.findall(rb"ispe.{4}(.{4})(.{4})", file, re.DOTALL):
        width, height = (int.from_bytes(side, "big") for side in sides)
        if width * height > MOST_PIXELS_OF_AVIF:
            return None
    loader = GdkPixbuf.PixbufLoader.new_with_mime_type("image/avif")
    loader.write(file)
    loader.close()
    pixels = loader.get_pixbuf()
    mode = "RGBA" if pixels.get_has_alpha() else "RGB"
    size = (pixels.get_width(), pixels.get_height())
    return Image.frombytes(
        mode, size, pixels.get_pixels(), "raw", mode, pixels.get_rowstride()
    )


def read(file):
    """Nothing where it cannot be drawn."""
    try:
        if b"\0" not in file[:256] and b"<" in file[:256]:
            return Vector(Rsvg.Handle.new_from_data(file))
        if file[4:8] == b"ftyp":
            image = decode_avif(file)
            return image and Bitmap(image.convert("RGBA"))
        image = Image.open(io.BytesIO(file), formats=FORMATS)
        is_jpeg = image.format == "JPEG"
        if image.width * image.height > (
            MOST_PIXELS_OF_JPEG if is_jpeg else MOST_PIXELS
        ):
            return None
        image.draft("RGB", (1200, 1200))
        # Browsers do not turn a WebP.
        if image.format != "WEBP":
            image = ImageOps.exif_transpose(image)
        return Bitmap(image.convert("RGBA"))
    except (GLib.Error, OSError, SyntaxError, ValueError):
        return None
