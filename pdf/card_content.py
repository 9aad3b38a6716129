"""What the picture of an artifact shows of its page: the first blocks, rows, lines or values.

The HTML is that of the page itself. It is read in pieces, and only as far as the picture goes.
"""

import json
from html import escape
from html.parser import HTMLParser

import formulas

MOST_BLOCKS = 12
MOST_TEXT = 700  # characters of a block
MOST_ROWS = 7
MOST_COLUMNS = 6
MOST_LINES = 12
MOST_DEPTH = 400  # of elements; pages have fewer
PIECE = 16384

BLOCKS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "pre", "dt", "dd", "summary")
# Elements that say nothing of the content, or nothing that a line of text can show.
LEFT_OUT = ("noscript", "style", "template", "svg", "button", "form", "sup")
LEFT_OUT_CLASSES = {
    "diagram-source",
    "language-mermaid",
    "note",
    "code-bar",
    "code-numbers",
    "table-tools",
    "table-size",
    "first-rows",
    "widest",
    "all-rows",
    "heard",
    "contents",
}
MARKS = {"strong": "b", "b": "b", "em": "i", "i": "i", "code": "tt", "del": "s"}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Enough(Exception):
    """The picture is full."""


class Block:
    """A paragraph, heading or list item."""

    def __init__(self, kind, depth=0, marker="", alert=""):
        self.kind = kind
        self.alert = alert  # the class of the one that it is in
        self.depth = depth
        self.marker = marker
        self.runs = []  # of (text, its marks)
        self.length = 0

    def text(self):
        return "".join(text for text, _ in self.runs)

    def markup(self):
        """As Pango has it. Made of texts here, so that it is well-formed whatever these are."""
        return "".join(
            "".join(f"<{mark}>" for mark in marks)
            + escape(text, quote=False)
            + "".join(f"</{mark}>" for mark in reversed(marks))
            for text, marks in self.runs
        ).rstrip()


def formula_runs(items, marks=()):
    """A formula in a line: letters, signs and scripts, and fractions with a slash."""
    runs = []
    for item in items:
        if isinstance(item, str):
            runs.append((item, marks))
            continue
        kind = item.get("class") or ""
        children = [item.text or ""]
        for child in item:
            children += [child, child.tail or ""]
        if item.tag == "table":
            raise formulas.UnknownFormula
        if kind == "formula-fraction":
            above, below = (formula_runs([part], marks) for part in item)
            runs += [*bracketed(above), ("/", marks), *bracketed(below)]
        elif kind == "formula-root":
            runs += bracketed(formula_runs(children, marks))
        else:
            mark = (item.tag,) if item.tag in ("i", "sub", "sup") else ()
            runs += formula_runs(children, (*marks, *mark))
    return [(text, marks) for text, marks in runs if text]


def bracketed(runs):
    if len("".join(text for text, _ in runs)) < 2:
        return runs
    return [("(", ()), *runs, (")", ())]


def runs_of_formula(tex):
    """Nothing of a formula is written where not all of it can be."""
    try:
        return formula_runs(formulas.Formula().html(tex))
    except formulas.UnknownFormula:
        return [("…", ())]


class Table:
    def __init__(self):
        self.rows = []  # of (text, whether it is aligned right)
        self.has_heading = False


class PageReader(HTMLParser):
    def __init__(self, most_lines=MOST_LINES):
        super().__init__(convert_charrefs=True)
        self.blocks = []  # Block or Table
        self.lines = []  # of a file of code
        self.chart = None
        self.language = ""
        self.is_chart_data = False
        self.most_lines = most_lines
        self.open = []  # (tag, whether it is left out, its mark)
        self.left_out = 0
        self.block = None
        self.table = None
        self.cell = None
        self.lists = []
        self.script = None
        self.code = None
        self.formula = None
        self.alerts = []  # of (how many elements are open with it, its class)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        names = set((given.get("class") or "").split())
        if tag == "script":
            if given.get("id") == "chart-data":
                self.script = []
            return
        if tag == "div" and "code-file" in names:
            self.language = given.get("data-language") or ""
        self.is_chart_data |= "chart-data" in names
        is_left_out = (
            tag in LEFT_OUT
            or (tag == "summary" and self.is_chart_data)
            or bool(names & LEFT_OUT_CLASSES)
            or given.get("aria-hidden") == "true"
            or "hidden" in given
        )
        if tag in VOID:
            if tag == "br":
                self.handle_data(" ")
            elif given.get("type") == "checkbox" and self.block:
                self.block.marker = "☑" if "checked" in given else "☐"
            return
        mark = MARKS.get(tag)
        if len(self.open) >= MOST_DEPTH:
            raise Enough
        self.open.append((tag, is_left_out, mark))
        self.left_out += is_left_out
        if self.left_out:
            return
        if "alert" in names:
            kind = next((name for name in names if name.startswith("alert-")), "")
            self.alerts.append((len(self.open), kind))
        if "math" in names:
            self.formula = []
            if tag == "div":
                self.begin(self.block_for("p"))
        elif tag in ("ul", "ol"):
            self.lists.append([tag, 0])
        elif tag == "table" and self.table is None:
            self.begin(None)
            self.table = Table()
        elif self.table is not None:
            if tag == "tr":
                self.table.rows.append([])
            elif tag in ("td", "th") and self.table.rows:
                self.table.has_heading |= tag == "th" and len(self.table.rows) == 1
                self.cell = ["", bool(names & {"align-right"})]
        elif tag == "pre" and "code-text" in names:
            self.begin(None)
            self.code = ""
        elif tag in BLOCKS:
            # The text of a list item may be in a paragraph of its own.
            if (
                tag == "p"
                and self.block
                and self.block.kind == "li"
                and not self.block.length
            ):
                return
            is_title = "alert-title" in names
            self.begin(self.block_for("alert-title" if is_title else tag))

    def block_for(self, tag):
        alert = self.alerts[-1][1] if self.alerts else ""
        if tag != "li":
            is_quoted = any(name == "blockquote" for name, _, _ in self.open)
            return Block("quote" if is_quoted and tag == "p" else tag, alert=alert)
        if not self.lists:
            return Block("li", 0, "•", alert)
        kind = self.lists[-1]
        kind[1] += 1
        marker = f"{kind[1]}." if kind[0] == "ol" else "•"
        return Block("li", len(self.lists) - 1, marker, alert)

    def begin(self, block):
        """Ends the block before it."""
        last, self.block = self.block, block
        if last is not None and last.text().strip():
            self.blocks.append(last)
            if len(self.blocks) >= MOST_BLOCKS:
                raise Enough

    def handle_endtag(self, tag):
        if tag == "script":
            if self.script is not None:
                try:
                    self.chart = json.loads("".join(self.script))
                except ValueError:
                    pass
                self.script = None
            return
        if not any(name == tag for name, _, _ in self.open):
            return
        while self.open:
            name, is_left_out, _ = self.open.pop()
            if self.alerts and self.alerts[-1][0] > len(self.open):
                self.alerts.pop()
            was_left_out = self.left_out > 0
            self.left_out -= is_left_out
            if not was_left_out:
                self.end(name)
            if name == tag:
                return

    def end(self, tag):
        if self.formula is not None:
            self.end_formula(tag)
            return
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        if tag in ("td", "th") and self.cell is not None:
            row = self.table.rows[-1]
            if len(row) < MOST_COLUMNS + 1:
                row.append((" ".join(self.cell[0].split()), self.cell[1]))
            self.cell = None
        elif tag == "tr" and self.table is not None:
            if self.table.rows and not self.table.rows[-1]:
                self.table.rows.pop()
            if len(self.table.rows) > MOST_ROWS:
                self.end_table()
        elif tag == "table" and self.table is not None:
            self.end_table()
        elif tag == "pre" and self.code is not None:
            self.lines += self.code.split("\n")
            self.code = None
            if len(self.lines) >= self.most_lines:
                raise Enough
        elif tag in BLOCKS and self.block and tag != "p":
            self.begin(None)
        elif (
            tag == "p"
            and self.block
            and self.block.kind in ("p", "quote", "alert-title")
        ):
            self.begin(None)

    def end_formula(self, tag):
        runs = runs_of_formula("".join(self.formula))
        self.formula = None
        if self.cell is not None:
            self.cell[0] += "".join(text for text, _ in runs)
        elif self.block is not None:
            self.block.runs += runs
            self.block.length += sum(len(text) for text, _ in runs)
            if tag == "div":
                self.begin(None)

    def end_table(self):
        table, self.table = self.table, None
        if table.rows:
            self.blocks.append(table)
            if len(self.blocks) >= MOST_BLOCKS or len(table.rows) > MOST_ROWS:
                raise Enough

    def handle_data(self, data):
        if self.script is not None:
            self.script.append(data)
        elif self.left_out:
            return
        elif self.formula is not None:
            self.formula.append(data)
        elif self.code is not None:
            # Parsers drop a line feed directly after the tag.
            self.code = (
                (self.code + data).removeprefix("\n")
                if not self.code
                else self.code + data
            )
            if self.code.count("\n") > self.most_lines:
                self.lines += self.code.split("\n")
                raise Enough
        elif self.cell is not None:
            self.cell[0] += data[: MOST_TEXT - len(self.cell[0])]
        elif self.block is not None:
            block = self.block
            data = data[: max(0, MOST_TEXT - block.length)]
            if block.kind != "pre":
                head = " " if data[:1].isspace() else ""
                tail = " " if data[-1:].isspace() and data.strip() else ""
                data = head + " ".join(data.split()) + tail
                if not block.length:
                    data = data.lstrip()
            block.length += len(data)
            marks = tuple(dict.fromkeys(mark for _, _, mark in self.open if mark))
            block.runs.append((data, marks))


def read_page(html):
    reader = PageReader()
    try:
        for start in range(0, len(html), PIECE):
            reader.feed(html[start : start + PIECE])
        reader.close()
        reader.begin(None)
        if reader.table is not None:
            reader.end_table()
    except Enough:
        pass
    return reader
