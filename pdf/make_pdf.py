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
import ctypes
import ctypes.util
import errno
import os
import platform
import resource
import signal
import struct
import sys
import unicodedata
import warnings
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit
from xml.parsers import expat

# Not searched for, in isolation from the folder of the program.
sys.path.insert(0, str(Path(__file__).resolve().parent))
import formulas  # noqa: E402

DEFAULT_SECONDS = 20
MEGABYTE = 1 << 20
MEMORY_BYTES = 512 * MEGABYTE
PDF_BYTES = 64 * MEGABYTE
IMAGE_BYTES = 16 * MEGABYTE
IMAGE_PIXELS = 20_000_000
OPEN_FILES = 64

# Elements nest this deep in documents that people wrote; layout takes about six calls for each.
CALL_DEPTH = 4000

# What the process may read: libraries and data of programs, and fonts.
READABLE = ("/usr", "/etc/fonts", "/var/cache/fontconfig")


# The limits of the process.


def lower_priority():
    """Requests that are cheap go first, also where this takes all cores."""
    try:
        os.nice(5)
    except OSError:
        pass


def limit_resources(seconds):
    # The hard limit would be SIGKILL, which the kernel also sends where memory is short.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    limits = {
        resource.RLIMIT_AS: MEMORY_BYTES,
        resource.RLIMIT_FSIZE: PDF_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        resource.setrlimit(limit, (most, most))


# The layout of what the kernel is told, and its numbers, are those of linux/prctl.h, sched.h,
# landlock.h and seccomp.h.

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000

LANDLOCK_CREATE_RULESET = 444
LANDLOCK_ADD_RULE = 445
LANDLOCK_RESTRICT_SELF = 446
LANDLOCK_VERSION = 1
LANDLOCK_RULE_PATH_BENEATH = 1
LANDLOCK_READ_FILE_AND_FOLDER = 1 << 2 | 1 << 3

libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    """Calls a function of the C library, and raises OSError where it fails."""
    result = function(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def system_call(number, *arguments):
    return call(libc.syscall, ctypes.c_long(number), *arguments)


def prctl(option, *arguments):
    whole = [ctypes.c_ulong(argument) for argument in (*arguments, 0, 0, 0)]
    return call(libc.prctl, option, *whole[:4])


def leave_network():
    call(libc.unshare, CLONE_NEWUSER | CLONE_NEWNET)


def confine_to_readable_files():
    """Landlock: reads below READABLE; no other use of files, TCP, or signals to others."""
    version = system_call(
        LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), LANDLOCK_VERSION
    )
    known_file_rights = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    known_network_rights = 2 if version >= 4 else 0
    known_scopes = 2 if version >= 6 else 0
    handled = struct.pack(
        "QQQ",
        *(
            (1 << known) - 1
            for known in (known_file_rights, known_network_rights, known_scopes)
        ),
    )
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = system_call(LANDLOCK_CREATE_RULESET, handled, ctypes.c_size_t(size), 0)
    for path in READABLE:
        if os.path.isdir(path):
            folder = os.open(path, os.O_PATH)
            rule = struct.pack("=Qi", LANDLOCK_READ_FILE_AND_FOLDER, folder)
            system_call(LANDLOCK_ADD_RULE, rules, LANDLOCK_RULE_PATH_BENEATH, rule, 0)
            os.close(folder)
    system_call(LANDLOCK_RESTRICT_SELF, rules, 0)
    os.close(rules)


# Of each architecture: its name to the kernel; the numbers of clone and clone3; and those of socket,
# connect, execve, execveat, ptrace, process_vm_writev, io_uring_setup, and fork and vfork where
# there are such.
SYSTEM_CALLS = {
    "x86_64": (0xC000003E, 56, 435, (41, 42, 59, 322, 101, 311, 425, 57, 58)),
    "aarch64": (0xC00000B7, 220, 435, (198, 203, 221, 281, 117, 271, 425)),
}
CLONE_THREAD = 0x10000


def refuse_system_calls():
    """seccomp: no socket, no other program and no other process; threads, as Pango needs them."""
    architecture, clone, clone3, refused = SYSTEM_CALLS[platform.machine()]
    load, equal, at_least, has_bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    number_of_call, architecture_of_call, first_argument = 0, 4, 16
    allow, fail_with = (answer, 0, 0, 0x7FFF0000), 0x00050000
    refuse = (answer, 0, 0, fail_with | errno.EPERM)
    program = [
        (load, 0, 0, architecture_of_call),
        (equal, 1, 0, architecture),
        refuse,
        (load, 0, 0, number_of_call),
    ]
    # From here on are the same calls once more, with other numbers.
    program += [(at_least, 0, 1, 0x40000000), refuse]
    for number in refused:
        program += [(equal, 0, 1, number), refuse]
    # The C library uses clone where there is no clone3, whose flags cannot be seen from here.
    program += [(equal, 0, 1, clone3), (answer, 0, 0, fail_with | errno.ENOSYS)]
    program += [
        (equal, 0, 3, clone),
        (load, 0, 0, first_argument),
        (has_bits, 1, 0, CLONE_THREAD),
        refuse,
        allow,
    ]
    instructions = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", *instruction) for instruction in program)
    )
    filter_program = ctypes.create_string_buffer(
        struct.pack("HxxxxxxQ", len(program), ctypes.addressof(instructions))
    )
    prctl(PR_SET_SECCOMP, 2, ctypes.addressof(filter_program))


def confine():
    """Every step is worth having without the others."""
    # They hold for the calling thread and those that it will start.
    if len(os.listdir("/proc/self/task")) != 1:
        raise RuntimeError("there are threads already")
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    for step in (leave_network, confine_to_readable_files, refuse_system_calls):
        try:
            step()
        except (OSError, KeyError) as error:
            print(
                f"make_pdf.py: {step.__name__} is not possible here: {error}",
                file=sys.stderr,
            )


# What a document may show and link to.


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


# What a document made of Markdown has for the scripts of its page.


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


def make_pdf(weasyprint, source, fonts, stylesheets):
    html = weasyprint.HTML(string=source, url_fetcher=image_of_data_url)
    root = html.etree_element
    resolve_automatic_directions(root)
    for element in root.iter():
        if element.tag in ("object", "embed"):
            element.attrib.clear()
    if "markdown" in classes(root):
        prepare_markdown(root)
    paper_style, numbers_style, document_style = stylesheets
    styles = [paper_style]
    if not has_own_page_numbers(root):
        styles.append(numbers_style)
    if root.find(".//style") is None:
        styles.append(document_style)
    document = html.render(
        stylesheets=styles,
        presentational_hints=True,
        font_config=fonts,
    )
    document.metadata.attachments.clear()
    for page in document.pages:
        page.links = [link for link in page.links if is_safe_link(link)]
    return document.write_pdf()


def import_weasyprint():
    """WeasyPrint and its fonts, ready to be used when no file can be written."""
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
    return weasyprint, fonts


def read_stylesheets():
    folder = Path(__file__).parent
    return [
        (folder / name).read_text("utf-8")
        for name in ("paper.css", "page_numbers.css", "document.css")
    ]


def prepare_fonts(weasyprint, fonts, stylesheets):
    """The fonts of the host, and the stylesheets that use them. May leave threads behind: Pango's."""

    class InstalledFonts(fonts.FontConfiguration):
        """No fonts of the document's own: what it calls them would go unescaped into fontconfig's
        configuration, and they would have to be written to a file."""

        def add_font_face(self, rule_descriptors, url_fetcher):
            pass

    installed_fonts = InstalledFonts()
    return installed_fonts, [
        weasyprint.CSS(string=text, font_config=installed_fonts) for text in stylesheets
    ]


def main(arguments):
    try:
        seconds = int(arguments[0]) if arguments else DEFAULT_SECONDS
        lower_priority()
        limit_resources(seconds)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        weasyprint, fonts = import_weasyprint()
        stylesheets = read_stylesheets()
        confine()
        fonts, stylesheets = prepare_fonts(weasyprint, fonts, stylesheets)
    except Exception as error:
        print(f"make_pdf.py: {error}", file=sys.stderr)
        return 2
    try:
        sys.setrecursionlimit(CALL_DEPTH)
        source = sys.stdin.buffer.read().decode("utf-8")
        sys.stdout.buffer.write(make_pdf(weasyprint, source, fonts, stylesheets))
        sys.stdout.buffer.flush()
    except Exception as error:
        # Its kind alone: the message may quote the document.
        print(f"make_pdf.py: {type(error).__name__}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    # At once: an orderly end unloads Pango while a thread of its own may still run.
    os._exit(main(sys.argv[1:]))
