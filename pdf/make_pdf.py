#!/usr/bin/python3 -I
"""Makes a PDF of an HTML document.

    make_pdf.py [SECONDS] < document.html > document.pdf

The document is untrusted. It is laid out with what it carries itself and nothing else: it may
show images of data: URLs, and every other address, to be fetched for whatever reason, is refused.
Before the document is read, the process gives up what it does not need: it may not use more than
SECONDS of processor time (20) and a bounded amount of memory, and as far as the kernel provides it,
cannot open a file but those of fonts and libraries, nor write one, nor reach a network, nor start a
program. What the kernel does not provide is said on standard error.

Exit status: 0 the PDF was made; 1 it cannot be made of this document within the limits; 2 this
program was called wrongly or lacks something that it needs. SIGXCPU ends it after SECONDS.
"""

import binascii
import ctypes.util
import os
import sys
import time
import unicodedata
import warnings
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit
from xml.parsers import expat

# Not searched for, in isolation from the folder of the program.
sys.path.insert(0, str(Path(__file__).resolve().parent))
import confinement  # noqa: E402
import formulas  # noqa: E402

DEFAULT_SECONDS = 20
MEGABYTE = 1 << 20
IMAGE_BYTES = 16 * MEGABYTE
IMAGE_PIXELS = 20_000_000

# Elements nest this deep in documents that people wrote; layout takes about six calls for each.
CALL_DEPTH = 4000


# Images and links: which ones a document may have.


RASTER_STARTS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"RIFF")


def refuse_entities(svg):
    """Entities are declared in a document type; no drawing needs one."""

    def refuse(*_):
        raise ValueError("a document type")

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.Parse(svg, True)


def image_of_data_url(url):
    """The one url_fetcher: a PNG, JPEG, GIF or SVG image that the URL itself holds."""
    head, comma, body = url.partition(",")
    if not comma or not head.lower().startswith("data:"):
        raise ValueError("not a data: URL")
    image = unquote_to_bytes(body)
    if head.lower().endswith(";base64"):
        image = binascii.a2b_base64(image)
    if len(image) > IMAGE_BYTES:
        raise ValueError("too large")
    if image.startswith(RASTER_STARTS):
        return {"string": image}
    refuse_entities(image)
    return {"string": image, "mime_type": "image/svg+xml"}


def is_safe_link(link):
    kind, target = link[:2]
    return kind == "internal" or (
        kind == "external"
        and urlsplit(target).scheme.lower() in ("http", "https", "mailto")
    )


def first_strong_direction(element):
    for text in element.itertext():
        for character in text:
            kind = unicodedata.bidirectional(character)
            if kind in ("L", "R", "AL"):
                return "ltr" if kind == "L" else "rtl"
    return "ltr"


def resolve_automatic_directions(root):
    """WeasyPrint does not know dir="auto" (HTML, 3.2.6.4)."""
    for element in root.iter():
        if element.get("dir") == "auto":
            element.set("dir", first_strong_direction(element))


# Parts of a Markdown page that are for its scripts.


# Each highlighted word takes time to lay out.
MOST_HIGHLIGHTED = 30_000  # characters of all code
MOST_FORMULAS = 500


def classes(element):
    return (element.get("class") or "").split()


def replace_content(element, children):
    for child in list(element):
        element.remove(child)
    element.text = None
    for child in children:
        formulas.append(element, child)


def draw_formulas(root):
    """One that cannot be drawn stays as its source."""
    found = [element for element in root.iter() if "math" in classes(element)][
        :MOST_FORMULAS
    ]
    if not found:
        return
    formula = formulas.Formula()
    for element in found:
        try:
            replace_content(element, formula.html("".join(element.itertext())))
            element.set("class", f"{element.get('class')} is-drawn")
        except formulas.UnknownFormula:
            pass


def highlight_code(root):
    found = [
        (code, name.removeprefix("language-"))
        for code in root.iter("code")
        for name in classes(code)
        if name.startswith("language-")
    ]
    if not found:
        return
    # Here, as few documents need them.
    from pygments import lexers, token, util

    left = MOST_HIGHLIGHTED
    for code, language in found:
        text = "".join(code.itertext())
        left -= len(text)
        if left < 0:
            return
        try:
            lexer = lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
        except util.ClassNotFound:
            continue
        children = []
        for kind, part in lexer.get_tokens(text):
            name = f"code-{token.STANDARD_TYPES.get(kind, '')[:1]}"
            if name in ("code-", "code-n", "code-p"):
                children.append(part)
            elif children and getattr(children[-1], "attrib", {}) == {"class": name}:
                children[-1].text += part
            else:
                children.append(formulas.element(name, children=[part]))
        if "".join(code.itertext()) == "".join(
            child if isinstance(child, str) else child.text for child in children
        ):
            replace_content(code, children)


def name_diagrams(root):
    """They are drawn by scripts: here, their sources stand in a box that says what they are."""
    for block in root.iter("pre"):
        code = block.find("code")
        if code is not None and "language-mermaid" in classes(code):
            block.set("class", "diagram-source")
            block.insert(
                0, formulas.element("diagram-name", "strong", ["Diagram (Mermaid)"])
            )


def prepare_markdown(root):
    draw_formulas(root)
    highlight_code(root)
    name_diagrams(root)


def has_own_page_numbers(root):
    """Whether the document's own style says what stands in the margins of its pages."""
    return any(
        "@page" in (style.text or "") and "content" in style.text.partition("@page")[2]
        for style in root.iter("style")
    )


def mark_cut_tables(document):
    """Whether tables are wider than their pages; these get a class."""
    found = False
    for page in document.pages:
        box = page._page_box
        edge = box.content_box_x() + box.width + 1
        for table in box.descendants():
            if table.element_tag != "table" or table.element is None:
                continue
            if table.position_x + table.margin_width() > edge:
                found = True
                names = classes(table.element)
                if "is-wide" not in names:
                    table.element.set("class", " ".join([*names, "is-wide"]))
    return found


def make_pdf(prepared, source, seconds):
    weasyprint, fonts, stylesheets = prepared
    sys.setrecursionlimit(CALL_DEPTH)
    html = weasyprint.HTML(string=source.decode("utf-8"), url_fetcher=image_of_data_url)
    root = html.etree_element
    resolve_automatic_directions(root)
    for element in root.iter():
        if element.tag in ("object", "embed"):
            element.attrib.clear()
    if "markdown" in classes(root):
        prepare_markdown(root)
    paper_style, numbers_style, document_style, wide_style = stylesheets
    styles = [paper_style]
    if not has_own_page_numbers(root):
        styles.append(numbers_style)
    if root.find(".//style") is None:
        styles.append(document_style)

    def lay_out(*more):
        return html.render(
            stylesheets=[*styles, *more],
            presentational_hints=True,
            font_config=fonts,
        )

    document = lay_out()
    # The second time takes as long as the first.
    if time.process_time() < seconds / 3 and mark_cut_tables(document):
        document = lay_out(wide_style)
    document.metadata.attachments.clear()
    for page in document.pages:
        page.links = [link for link in page.links if is_safe_link(link)]
    return document.write_pdf()


def import_weasyprint():
    """WeasyPrint, its fonts and our stylesheets, ready to be used when no file can be written."""
    # The time that is written into embedded fonts: the same document makes the same bytes.
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    # It would start a compiler to look for libraries, which are found by their full names as well.
    ctypes.util.find_library = lambda name: None
    import weasyprint
    import weasyprint.text.fonts as fonts
    from PIL import Image

    # Messages quote the document.
    weasyprint.LOGGER.disabled = True
    warnings.simplefilter("ignore")
    Image.MAX_IMAGE_PIXELS = IMAGE_PIXELS
    fonts.mkdtemp = lambda prefix: os.devnull
    return weasyprint, fonts, read_stylesheets()


def read_stylesheets():
    folder = Path(__file__).parent
    return [
        (folder / name).read_text("utf-8")
        for name in (
            "paper.css",
            "page_numbers.css",
            "document.css",
            "wide_tables.css",
        )
    ]


def prepare_fonts(loaded):
    """The fonts of the host, and the stylesheets that use them. May leave threads behind: Pango's."""
    weasyprint, fonts, stylesheets = loaded

    class InstalledFonts(fonts.FontConfiguration):
        """No fonts of the document's own: what it calls them would go unescaped into fontconfig's
        configuration, and they would have to be written to a file."""

        def add_font_face(self, rule_descriptors, url_fetcher):
            pass

    installed_fonts = InstalledFonts()
    styles = [
        weasyprint.CSS(string=text, font_config=installed_fonts) for text in stylesheets
    ]
    return weasyprint, installed_fonts, styles


PROGRAM = (DEFAULT_SECONDS, import_weasyprint, make_pdf, prepare_fonts)

if __name__ == "__main__":
    confinement.run(*PROGRAM)
