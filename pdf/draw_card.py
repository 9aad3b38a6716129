#!/usr/bin/python3 -I
"""Draws the picture of an artifact for link previews.

    draw_card.py [SECONDS] < card > card.png

A card is a line of JSON, and after it the bytes of a PDF or picture, if the artifact is one:

    kind         what the artifact is, in a word
    site         the name of the installation, or
    sender       that of who shares
    logo         the logo of one or the other, a PNG or SVG in base64; without one, that of the service stands
                 beside the name of the installation
    title        the title; without it, the picture shows the kind alone
    description  the description, if there is one
    html         the content of its page, or the beginning of it
    picture      the bytes are those of a picture

Both are untrusted. Cairo, Pango, Poppler, librsvg, Pillow and libavif draw in this one process, which gives up what it does
not need before it reads them, as make_pdf.py does: no file but those of fonts and libraries, no
network, no other program, SECONDS of processor time (5) and a bounded amount of memory.

Exit status: 0 the picture was drawn; 1 it cannot be drawn of this artifact, or has too many bytes;
2 this program was called wrongly or lacks something that it needs.
"""

import importlib
import io
import json
import sys
from pathlib import Path

# Not searched for, in isolation from the folder of the program.
sys.path.insert(0, str(Path(__file__).resolve().parent))
import confinement  # noqa: E402

DEFAULT_SECONDS = 5
WIDTH, HEIGHT = 1200, 630
MOST_BYTES = 100_000
# A photograph takes more.
MOST_BYTES_WITH_PICTURE = 250_000


def import_libraries():
    """What draws, loaded before files are out of reach."""
    import gi

    gi.require_version("GdkPixbuf", "2.0")
    gi.require_version("Pango", "1.0")
    gi.require_version("PangoCairo", "1.0")
    gi.require_version("Poppler", "0.18")
    gi.require_version("Rsvg", "2.0")
    gi.require_foreign("cairo")
    import card_design

    importlib.import_module("PIL.Image").preinit()
    importlib.import_module("PIL.WebPImagePlugin")
    return card_design


def png_of(surface, most_bytes):
    """As few bytes as look the same: a palette, where the picture is large without. Nothing if there are still too
    many."""
    from PIL import Image

    picture = Image.frombuffer(
        "RGB",
        (WIDTH, HEIGHT),
        bytes(surface.get_data()),
        "raw",
        "BGRX",
        surface.get_stride(),
    )
    for colours in (256, 128, 48):
        file = io.BytesIO()
        picture.quantize(colours, dither=Image.Dither.NONE).save(
            file, "PNG", optimize=True
        )
        if file.tell() < most_bytes:
            return file.getvalue()
    return None


def draw(design, source, _seconds):
    head, _, file = source.partition(b"\n")
    card = json.loads(head)
    most_bytes = MOST_BYTES_WITH_PICTURE if "picture" in card else MOST_BYTES
    for coarseness in (1, 2, 4) if "picture" in card else (1,):
        if png := png_of(design.draw(card, file, coarseness), most_bytes):
            return png
    raise ValueError("too many bytes")


PROGRAM = (DEFAULT_SECONDS, import_libraries, draw)

if __name__ == "__main__":
    confinement.run(*PROGRAM)
