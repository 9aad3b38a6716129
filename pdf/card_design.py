"""The pictures: name and logo, kind, title, and a sheet with the beginning of the content."""

import base64
import io
import math

import cairo
from gi.repository import GLib, Pango, PangoCairo, Poppler, Rsvg

import card_chart
import card_content
import card_picture

WIDTH, HEIGHT = 1200, 630
MARGIN = 72
SHEET_PADDING = 40
BAR = 10  # at the bottom
MOST_POINTS = 14_400  # of a side of a page, as PDF limits it

INK = (0.122, 0.137, 0.157)
GREY = (0.349, 0.388, 0.431)
PALE = (0.549, 0.584, 0.624)
LINE = (0.855, 0.875, 0.898)
SHADE = (0.965, 0.973, 0.98)
ACCENT = (0.184, 0.435, 0.922)
WHITE = (1, 1, 1)
# Not the emoji, which would give their digits to all texts: where a font has no emoji, Pango finds them.
SANS = "Noto Sans, DejaVu Sans, WenQuanYi Micro Hei"
MONO = "DejaVu Sans Mono, WenQuanYi Micro Hei Mono"

ALERTS = {
    "alert-note": (0.043, 0.357, 0.827),
    "alert-tip": (0.102, 0.451, 0.251),
    "alert-important": (0.49, 0.247, 0.788),
    "alert-warning": (0.561, 0.353, 0),
    "alert-caution": (0.753, 0.149, 0.176),
}

# The colours of code, by the letter of Pygments' token.
CODE_COLOURS = {
    "k": "#cf222e",
    "s": "#0a3069",
    "c": "#6e7781",
    "m": "#0550ae",
    "o": "#cf222e",
}


class Canvas:
    def __init__(self):
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, WIDTH, HEIGHT)
        self.context = cairo.Context(self.surface)
        self.fill(WHITE)
        self.context.paint()

    def fill(self, colour, opacity=1):
        self.context.set_source_rgba(*colour, opacity)

    def rectangle(self, x, y, width, height, radius=0):
        context = self.context
        if not radius:
            context.rectangle(x, y, width, height)
            return
        context.new_sub_path()
        context.arc(x + width - radius, y + radius, radius, -math.pi / 2, 0)
        context.arc(x + width - radius, y + height - radius, radius, 0, math.pi / 2)
        context.arc(x + radius, y + height - radius, radius, math.pi / 2, math.pi)
        context.arc(x + radius, y + radius, radius, math.pi, 3 * math.pi / 2)
        context.close_path()

    def layout(
        self, text, size, weight=400, family=SANS, width=None, lines=1, markup=False
    ):
        """A text in at most so many lines, in the direction of its first letter."""
        layout = PangoCairo.create_layout(self.context)
        PangoCairo.context_set_resolution(layout.get_context(), 72)
        font = Pango.FontDescription(family)
        font.set_absolute_size(size * Pango.SCALE)
        font.set_weight(Pango.Weight.BOLD if weight >= 600 else Pango.Weight.NORMAL)
        layout.set_font_description(font)
        layout.set_wrap(Pango.WrapMode.WORD_CHAR)
        layout.set_ellipsize(Pango.EllipsizeMode.END)
        if width:
            layout.set_width(int(width * Pango.SCALE))
        if lines == 1:
            layout.set_single_paragraph_mode(True)
        layout.set_height(-lines)
        if markup:
            layout.set_markup(text, -1)
        else:
            layout.set_text(text, -1)
        # Addresses are broken into lines, and a hyphen would be read as a part of them.
        attributes = layout.get_attributes() or Pango.AttrList()
        attributes.insert(Pango.attr_insert_hyphens_new(False))
        layout.set_attributes(attributes)
        return layout

    def show(self, layout, x, y, colour=INK):
        self.fill(colour)
        self.context.move_to(x, y)
        PangoCairo.show_layout(self.context, layout)
        self.context.new_path()
        return layout.get_pixel_size()[1]

    def text(self, text, x, y, size, colour=INK, **style):
        return self.show(self.layout(text, size, **style), x, y, colour)


def draw_logo(canvas, x, y, size):
    """pages/assets/favicon.svg"""
    context = canvas.context
    context.save()
    context.translate(x, y)
    context.scale(size / 32, size / 32)
    canvas.fill(ACCENT)
    canvas.rectangle(0, 0, 32, 32, 8)
    context.fill()
    canvas.fill(WHITE)
    for point in ((10, 8), (18, 8), (23, 13), (23, 24), (10, 24)):
        context.line_to(*point)
    context.close_path()
    context.fill()
    canvas.fill(ACCENT)
    context.set_line_width(1.5)
    for point in ((18, 8), (18, 13), (23, 13)):
        context.line_to(*point)
    context.stroke()
    context.set_line_width(1.6)
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    for y_of_line, end in ((17, 20), (20.5, 18)):
        context.move_to(13, y_of_line)
        context.line_to(end, y_of_line)
        context.stroke()
    context.restore()


def read_logo(file):
    """A PNG or an SVG; nothing where that cannot be drawn."""
    if file.startswith(b"\x89PNG"):
        return cairo.ImageSurface.create_from_png(io.BytesIO(file))
    try:
        return Rsvg.Handle.new_from_data(file)
    except GLib.Error:
        return None


def draw_own_logo(canvas, logo, x, y, size):
    """As large as fits into a square."""
    if isinstance(logo, Rsvg.Handle):
        square = Rsvg.Rectangle()
        square.x, square.y, square.width, square.height = x, y, size, size
        logo.render_document(canvas.context, square)
        return
    width, height = logo.get_width(), logo.get_height()
    scale = size / max(width, height)
    context = canvas.context
    context.save()
    context.translate(x + (size - width * scale) / 2, y + (size - height * scale) / 2)
    context.scale(scale, scale)
    context.set_source_surface(logo)
    context.get_source().set_filter(cairo.FILTER_BEST)
    context.paint()
    context.restore()


class Site:
    """Who shows the artifact: its sender, or else the installation."""

    def __init__(self, card):
        self.name = str(card.get("sender") or card.get("site") or "")
        has_own = "logo" in card or "sender" in card
        self.logo = (
            read_logo(base64.b64decode(card["logo"])) if "logo" in card else None
        )
        self.has_logo = self.logo is not None or not has_own

    def draw_logo(self, canvas, x, y, size):
        if self.logo:
            draw_own_logo(canvas, self.logo, x, y, size)
        elif self.has_logo:
            draw_logo(canvas, x, y, size)


def draw_head(canvas, site, kind, width):
    site.draw_logo(canvas, MARGIN, 52, 44)
    indent = 60 if site.has_logo else 0
    kind_layout = canvas.layout(kind, 24, width=260)
    kind_width = kind_layout.get_pixel_size()[0]
    if site.name:
        layout = canvas.layout(site.name, 25, weight=600, width=width - 76 - kind_width)
        height = layout.get_pixel_size()[1]
        # The name stands beside the logo also where it reads from the right.
        layout.set_width(min(layout.get_pixel_size()[0] + 1, int(width)) * Pango.SCALE)
        canvas.show(layout, MARGIN + indent, 74 - height / 2, INK)
    height = kind_layout.get_pixel_size()[1]
    kind_layout.set_width(-1)
    canvas.show(kind_layout, MARGIN + width - kind_width, 74 - height / 2, GREY)


def draw_title(canvas, title, width, most_lines=2):
    """Returns where it ends."""
    y = 128
    title = " ".join(title.split())[:400]
    for size, lines in ((60, 1), (50, 2), (44, most_lines)):
        layout = canvas.layout(title, size, weight=600, width=width, lines=lines)
        if not layout.is_ellipsized():
            break
    return y + canvas.show(layout, MARGIN, y)


def draw_description(canvas, description, y, width, most_lines=1):
    """Returns where it ends."""
    text = " ".join(description.split())[:400]
    if not text:
        return y
    layout = canvas.layout(text, 27, width=width, lines=most_lines)
    return y + 8 + canvas.show(layout, MARGIN, y + 8, GREY)


def draw_bar(canvas):
    canvas.fill(ACCENT)
    canvas.rectangle(0, HEIGHT - BAR, WIDTH, BAR)
    canvas.context.fill()


def draw_shadow(canvas, x, y, width, height, radius):
    for step in range(1, 9):
        canvas.fill((0.1, 0.15, 0.25), 0.011)
        canvas.rectangle(
            x - step, y - step + 4, width + 2 * step, height + 2 * step, radius + step
        )
        canvas.context.fill()


def fade_out(canvas, x, y, width, height, colour=WHITE):
    gradient = cairo.LinearGradient(0, y, 0, y + height)
    gradient.add_color_stop_rgba(0, *colour, 0)
    gradient.add_color_stop_rgba(1, *colour, 1)
    canvas.context.set_source(gradient)
    canvas.rectangle(x, y, width, height)
    canvas.context.fill()


class Sheet:
    """What the content is drawn on. It goes on below the picture."""

    def __init__(self, canvas, top, colour=WHITE, goes_on=True):
        self.canvas = canvas
        self.goes_on = goes_on
        self.colour = colour
        self.x, self.y = MARGIN, top
        self.width, self.height = WIDTH - 2 * MARGIN, HEIGHT - top + 40

    def __enter__(self):
        canvas = self.canvas
        draw_shadow(canvas, self.x, self.y, self.width, self.height, 18)
        canvas.fill(self.colour)
        canvas.rectangle(self.x, self.y, self.width, self.height, 18)
        canvas.context.fill_preserve()
        canvas.fill(LINE)
        canvas.context.set_line_width(1.5)
        canvas.context.stroke()
        canvas.context.save()
        canvas.rectangle(self.x + 1, self.y + 1, self.width - 2, self.height, 17)
        canvas.context.clip()
        return self

    def __exit__(self, *_):
        if self.goes_on:
            fade_out(
                self.canvas, self.x, HEIGHT - BAR - 70, self.width, 70, self.colour
            )
        self.canvas.context.restore()


# The content, by its kind.


def draw_blocks(canvas, sheet, blocks):
    x, y = sheet.x + SHEET_PADDING, sheet.y + 30
    width = sheet.width - 2 * SHEET_PADDING
    for block in blocks:
        if y > HEIGHT:
            return
        if isinstance(block, card_content.Table):
            y += draw_rows(canvas, block, x, y + 6, width) + 24
            continue
        if block.kind == "pre":
            lines = block.text().rstrip().expandtabs(4).split("\n")[:8]
            canvas.fill(SHADE)
            height = 29 * len(lines) + 28
            canvas.rectangle(x, y + 4, width, height, 10)
            canvas.context.fill()
            for number, line in enumerate(lines):
                canvas.text(
                    line,
                    x + 20,
                    y + 18 + 29 * number,
                    20,
                    family=MONO,
                    width=width - 40,
                )
            y += height + 22
            continue
        is_heading = block.kind[0] == "h"
        indent = 34 * (block.depth + 1) if block.kind in ("li", "dd") else 0
        is_marked = block.kind == "quote" or block.alert
        indent += 26 if is_marked else 0
        line = ALERTS.get(block.alert, LINE)
        layout = canvas.layout(
            block.markup(),
            30 if is_heading else 25,
            weight=600 if is_heading or block.kind in ("dt", "alert-title") else 400,
            width=width - indent,
            lines=2 if is_heading else 8,
            markup=True,
        )
        layout.set_line_spacing(1.12)
        height = layout.get_pixel_size()[1]
        is_right_to_left = Pango.find_base_dir(block.text(), -1) == Pango.Direction.RTL
        start = x if is_right_to_left else x + indent
        if is_marked:
            canvas.fill(line)
            canvas.rectangle(x + width - 5 if is_right_to_left else x, y, 5, height, 2)
            canvas.context.fill()
        if block.kind == "li":
            marker = canvas.layout(block.marker, 25)
            marker.set_line_spacing(1.12)
            marker_width = marker.get_pixel_size()[0]
            edge = (
                x + width - indent + 12
                if is_right_to_left
                else start - 12 - marker_width
            )
            canvas.show(marker, edge, y, GREY)
        colour = GREY if block.kind == "quote" else INK
        if block.kind == "alert-title":
            colour = line
        canvas.show(layout, start, y, colour)
        y += height + (10 if block.kind == "li" or is_heading else 18)


def column_widths(canvas, rows, count, width):
    wanted = []
    for column in range(count):
        widest = max(
            (
                canvas.layout(row[column][0][:60], 23, weight=600).get_pixel_size()[0]
                for row in rows
                if column < len(row)
            ),
            default=0,
        )
        wanted.append(min(max(widest, 40), 380) + 44)
    total = sum(wanted)
    if total > width:
        least = width / count * 0.6
        over = total - width
        spare = sum(max(0, one - least) for one in wanted) or 1
        wanted = [one - over * max(0, one - least) / spare for one in wanted]
    else:
        wanted = [one + (width - total) / count for one in wanted]
    return wanted


def draw_rows(canvas, table, x, y, width, height=52, size=23):
    """Returns how high they are."""
    rows = [row for row in table.rows if row]
    if not rows:
        return 0
    count = min(card_content.MOST_COLUMNS, max(map(len, rows)))
    widths = column_widths(canvas, rows, count, width)
    body = rows[1:] if table.has_heading else rows
    right = [
        any(column < len(row) and row[column][1] for row in body)
        for column in range(count)
    ]
    begin = y
    # The first column of a table that reads from the right is the rightmost.
    is_right_to_left = (
        Pango.find_base_dir(" ".join(text for text, _ in rows[0]), -1)
        == Pango.Direction.RTL
    )
    for number, row in enumerate(rows):
        is_heading = number == 0 and table.has_heading
        left = x
        for column in reversed(range(count)) if is_right_to_left else range(count):
            text = row[column][0] if column < len(row) else ""
            layout = canvas.layout(
                text, size, weight=600 if is_heading else 400, width=widths[column] - 28
            )
            text_width, text_height = layout.get_pixel_size()
            if right[column]:
                layout.set_alignment(Pango.Alignment.RIGHT)
                if Pango.find_base_dir(text, -1) == Pango.Direction.RTL:
                    layout.set_alignment(Pango.Alignment.LEFT)
            canvas.show(
                layout,
                left + 14,
                y + (height - text_height) / 2,
                GREY if is_heading else INK,
            )
            left += widths[column]
        y += height
        canvas.fill(LINE)
        canvas.rectangle(x, y - 1, width, 2 if is_heading else 1)
        canvas.context.fill()
        if y > HEIGHT:
            break
    return y - begin


def code_markup(lines, language):
    """Coloured, where the language is known."""
    plain = [GLib.markup_escape_text(line[:200]) for line in lines]
    if not language:
        return plain
    from pygments import lexers, token, util

    try:
        lexer = lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except util.ClassNotFound:
        return plain
    made = [""]
    for kind, text in lexer.get_tokens("\n".join(line[:200] for line in lines)):
        colour = CODE_COLOURS.get(token.STANDARD_TYPES.get(kind, "")[:1])
        for number, part in enumerate(text.split("\n")):
            if number:
                made.append("")
            escaped = GLib.markup_escape_text(part)
            made[-1] += (
                f'<span foreground="{colour}">{escaped}</span>'
                if colour and part
                else escaped
            )
    return made if len(made) >= len(lines) else plain


def draw_code(canvas, sheet, lines, language):
    y = sheet.y + 28
    numbers = sheet.x + 62
    for number, markup in enumerate(code_markup(lines, language), 1):
        layout = canvas.layout(str(number), 21, family=MONO)
        canvas.show(layout, numbers - layout.get_pixel_size()[0], y, PALE)
        canvas.show(
            canvas.layout(
                markup.expandtabs(4),
                21,
                family=MONO,
                width=sheet.width - 120,
                markup=True,
            ),
            numbers + 24,
            y,
        )
        y += 33
        if y > HEIGHT:
            return


def first_page(pdf):
    document = Poppler.Document.new_from_bytes(GLib.Bytes.new(pdf), None)
    page = document.get_page(0)
    if not all(1 <= side <= MOST_POINTS for side in page.get_size()):
        raise ValueError("not a page")
    return page


def draw_page(canvas, page, x, y, width):
    size = page.get_size()
    scale = width / size[0]
    height = size[1] * scale
    draw_shadow(canvas, x, y, width, height, 6)
    canvas.fill(WHITE)
    canvas.rectangle(x, y, width, height)
    canvas.context.fill_preserve()
    canvas.fill(LINE)
    canvas.context.set_line_width(1.5)
    canvas.context.stroke()
    canvas.context.save()
    canvas.rectangle(x, y, width, height)
    canvas.context.clip()
    canvas.context.translate(x, y)
    canvas.context.scale(scale, scale)
    page.render(canvas.context)
    canvas.context.restore()


def draw_pdf(canvas, pdf, site, kind, title, description):
    """An upright page stands beside the title, another below it."""
    page = first_page(pdf)
    width, height = page.get_size()
    if height >= width:
        draw_head(canvas, site, kind, 590)
        draw_page(canvas, page, WIDTH - MARGIN - 410, 52, 410)
        end = draw_title(canvas, title, 590, 5)
        draw_description(canvas, description, end, 590, 4)
    else:
        draw_head(canvas, site, kind, WIDTH - 2 * MARGIN)
        end = draw_title(canvas, title, WIDTH - 2 * MARGIN)
        end = draw_description(canvas, description, end, WIDTH - 2 * MARGIN)
        draw_page(canvas, page, MARGIN, end + 30, WIDTH - 2 * MARGIN)


def draw_picture(canvas, picture, coarseness, site, kind, title, description):
    """Fitted: an upright picture stands beside the title, another below it."""
    width, height = picture.size
    is_upright = height > width
    room = 590 if is_upright else WIDTH - 2 * MARGIN
    draw_head(canvas, site, kind, room)
    end = draw_title(canvas, title, room, 5 if is_upright else 1)
    end = draw_description(canvas, description, end, room, 4 if is_upright else 1)
    top = 52 if is_upright else end + 24
    most_width = 410 if is_upright else room
    most_height = HEIGHT - BAR - 30 - top
    scale = min(most_width / width, most_height / height)
    shown_width, shown_height = width * scale, height * scale
    x = WIDTH - MARGIN - shown_width if is_upright else MARGIN
    draw_shadow(canvas, x, top, shown_width, shown_height, 4)
    canvas.fill(SHADE)
    canvas.rectangle(x, top, shown_width, shown_height)
    canvas.context.fill()
    picture.draw(canvas.context, x, top, shown_width, shown_height, coarseness)


def draw_kind(canvas, site, kind):
    """The picture without anything of the content."""
    site.draw_logo(canvas, WIDTH / 2 - 64, 150, 128)
    for text, y, size, weight, colour in (
        (kind, 318, 64, 600, INK),
        (site.name, 412, 32, 400, GREY),
    ):
        if text:
            layout = canvas.layout(text, size, weight=weight, width=WIDTH - 2 * MARGIN)
            layout.set_alignment(Pango.Alignment.CENTER)
            canvas.show(layout, MARGIN, y, colour)


def draw(card, file, coarseness=1):
    canvas = Canvas()
    site = Site(card)
    kind, title, description = (
        str(card.get(name) or "") for name in ("kind", "title", "description")
    )
    picture = card_picture.read(file) if "picture" in card else None
    if not title:
        draw_kind(canvas, site, kind)
    elif picture:
        draw_picture(canvas, picture, coarseness, site, kind, title, description)
    elif file and "picture" not in card:
        draw_pdf(canvas, file, site, kind, title, description)
    else:
        draw_head(canvas, site, kind, WIDTH - 2 * MARGIN)
        end = draw_title(canvas, title, WIDTH - 2 * MARGIN)
        end = draw_description(canvas, description, end, WIDTH - 2 * MARGIN)
        draw_content(
            canvas, card_content.read_page(str(card.get("html") or "")), title, end + 30
        )
    draw_bar(canvas)
    return canvas.surface


def draw_content(canvas, page, title, top):
    def same(block):
        return block.kind[0] == "h" and block.text().split() == title.split()

    blocks = page.blocks
    if blocks and isinstance(blocks[0], card_content.Block) and same(blocks[0]):
        blocks = blocks[1:]
    chart = card_chart.readable(page.chart)
    if chart is not None:
        with Sheet(canvas, top, goes_on=False) as sheet:
            card_chart.draw(canvas, chart, sheet)
    elif page.lines:
        with Sheet(canvas, top, SHADE) as sheet:
            draw_code(canvas, sheet, page.lines, page.language)
    elif len(blocks) == 1 and isinstance(blocks[0], card_content.Table):
        with Sheet(canvas, top) as sheet:
            draw_rows(canvas, blocks[0], sheet.x + 26, sheet.y + 12, sheet.width - 52)
    elif blocks:
        with Sheet(canvas, top) as sheet:
            draw_blocks(canvas, sheet, blocks)
