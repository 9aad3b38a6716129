"""Writes formulas in TeX as HTML that WeasyPrint can lay out, which knows no MathML.

It knows what formulas in documents mostly have: scripts, fractions, roots, symbols, functions, accents,
matrices, cases and aligned equations. Of whatever it does not know it says so (UnknownFormula), as a
formula that is shown in part would be a wrong one.
"""

from xml.etree.ElementTree import Element

LONGEST_FORMULA = 2000
MOST_PARTS = 400
DEEPEST = 60

FUNCTIONS = set(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup"
    " ln log max min mod Pr sec sin sinh sup tan tanh".split()
)
SPACES = {
    ",": "\u2009",
    ":": "\u2005",
    ";": "\u2004",
    "!": "",
    " ": "\u00a0",
    "quad": "\u2003",
    "qquad": "\u2003\u2003",
    "thinspace": "\u2009",
}
ACCENTS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "vec": "\u20d7",
    "tilde": "\u0303",
    "dot": "\u0307",
    "ddot": "\u0308",
}
# Macros that change the letters, and the class that does.
STYLES = {
    "text": "formula-text",
    "textrm": "formula-text",
    "mathrm": "formula-text",
    "operatorname": "formula-text",
    "mathbf": "formula-bold",
    "boldsymbol": "formula-bold",
    "textbf": "formula-bold",
    "mathsf": "formula-text",
    "mathit": "formula-italic",
    "mathtt": "formula-code",
}
DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
SIGNS = {"-": "−", "*": "∗", "'": "′", "~": "\u00a0"}
RELATIONS = set("=<>≤≥≠≈≡∈→⇒↔⇔+−±×·∼≅∝⊂⊆∪∩∧∨≪≫")
SYMBOLS = {
    "{": "{",
    "}": "}",
    "|": "‖",
    "%": "%",
    "&": "&",
    "#": "#",
    "_": "_",
    "$": "$",
    "le": "≤",
    "ge": "≥",
    "ne": "≠",
    "to": "→",
    "ldots": "…",
    "dots": "…",
    "cdots": "⋯",
    "vdots": "⋮",
    "ddots": "⋱",
    "lVert": "‖",
    "rVert": "‖",
    "lvert": "|",
    "rvert": "|",
    "langle": "⟨",
    "rangle": "⟩",
    "implies": "⟹",
    "land": "∧",
    "lor": "∨",
    "neg": "¬",
    "lnot": "¬",
    "checkmark": "✓",
    "triangle": "△",
    "iff": "⟺",
}
IGNORED = set(
    "displaystyle textstyle limits nolimits nonumber big Big bigg Bigg bigl bigr Bigl Bigr".split()
)
TABLES = {
    "matrix": "",
    "smallmatrix": "",
    "pmatrix": "()",
    "bmatrix": "[]",
    "Bmatrix": "{}",
    "vmatrix": "||",
    "Vmatrix": "‖‖",
    "cases": "{",
    "array": "",
    "aligned": "",
    "align": "",
    "align*": "",
    "alignedat": "",
    "split": "",
    "gathered": "",
    "gather": "",
    "gather*": "",
    "equation": "",
    "equation*": "",
}
ALIGNED = set("aligned align align* alignedat split".split())


class UnknownFormula(Exception):
    """The formula has something that cannot be written."""


def element(kind, name="span", children=()):
    made = Element(name, {"class": kind} if kind else {})
    for child in children:
        append(made, child)
    return made


def append(parent, child):
    if isinstance(child, str):
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + child
        else:
            parent.text = (parent.text or "") + child
    else:
        parent.append(child)


def is_sign(atom, signs):
    """Whether an atom is one of these characters. Nodes cannot be compared with text."""
    return isinstance(atom, str) and atom in signs


class Reader:
    """The atoms of a list of nodes: characters, and whatever else is no text."""

    def __init__(self, nodes, depth):
        if depth > DEEPEST:
            raise UnknownFormula
        self.depth = depth
        self.atoms = []
        for node in nodes or []:
            if node is None:
                continue
            if node.__class__.__name__ == "LatexCharsNode":
                self.atoms.extend(node.chars)
            elif node.__class__.__name__ == "LatexSpecialsNode":
                self.atoms.extend(node.specials_chars)
            elif node.__class__.__name__ != "LatexCommentNode":
                self.atoms.append(node)
        self.at = 0

    def next(self):
        if self.at == len(self.atoms):
            return None
        self.at += 1
        return self.atoms[self.at - 1]

    def skip_space(self):
        while self.at < len(self.atoms) and isinstance(self.atoms[self.at], str):
            if not self.atoms[self.at].isspace():
                return
            self.at += 1

    def argument(self):
        self.skip_space()
        atom = self.next()
        if atom is None:
            raise UnknownFormula
        return atom


class Formula:
    def __init__(self):
        # Here, as few documents have formulas.
        from pylatexenc import latex2text, latexwalker

        self.walker = latexwalker.LatexWalker
        self.problem = latexwalker.LatexWalkerError
        self.symbols = latex2text.get_default_latex_context_db()

    def html(self, tex):
        """The children of an element for the formula."""
        if len(tex) > LONGEST_FORMULA:
            raise UnknownFormula
        self.parts = 0
        try:
            nodes = self.walker(tex, tolerant_parsing=False).get_latex_nodes()[0]
        except (self.problem, RecursionError) as error:
            raise UnknownFormula from error
        return self.row(Reader(nodes, 0))

    def row(self, reader):
        items = []
        while True:
            atom = reader.next()
            if atom is None:
                return items
            self.parts += 1
            if self.parts > MOST_PARTS:
                raise UnknownFormula
            if is_sign(atom, "^_"):
                script = self.of(reader.argument(), reader)
                items.append(element("", "sup" if atom == "^" else "sub", script))
            elif is_sign(atom, "-+") and not items:
                items.append(SIGNS.get(atom, atom))
            else:
                items.extend(self.of(atom, reader))

    def of(self, atom, reader):
        if isinstance(atom, str):
            return self.character(atom)
        kind = atom.__class__.__name__
        if kind == "LatexCharsNode":
            return self.row(Reader([atom], reader.depth + 1))
        if kind == "LatexGroupNode":
            return self.row(Reader(atom.nodelist, reader.depth + 1))
        if kind == "LatexMacroNode":
            return self.macro(atom, reader)
        if kind == "LatexEnvironmentNode":
            return self.environment(atom, reader)
        raise UnknownFormula

    def character(self, character):
        if character.isspace():
            return []
        if character == "&":
            raise UnknownFormula
        character = SIGNS.get(character, character)
        if character in RELATIONS:
            return [f"\u2005{character}\u2005"]
        if character.isalpha() and character.isascii():
            return [element("", "i", [character])]
        return [character]

    def macro(self, node, reader):
        name = node.macroname
        given = (
            [part for part in (node.nodeargd.argnlist or []) if part]
            if node.nodeargd
            else []
        )

        def argument():
            return self.of(given.pop(0) if given else reader.argument(), reader)

        if name in SPACES:
            return [SPACES[name]]
        if name in IGNORED:
            return []
        if name in FUNCTIONS:
            return [element("formula-text", children=[f"\u2009{name}\u2009"])]
        if name in ("frac", "dfrac", "tfrac", "cfrac"):
            above, below = argument(), argument()
            return [self.fraction(above, below)]
        if name in ("binom", "dbinom", "tbinom"):
            above, below = argument(), argument()
            return ["(", self.stack(above, below), ")"]
        if name == "sqrt":
            index = self.of(given.pop(0), reader) if len(given) > 1 else []
            return [
                *([element("formula-index", "sup", index)] if index else []),
                "√",
                element("formula-root", children=argument()),
            ]
        if name in ("left", "right", "middle"):
            delimiter = given.pop(0) if given else reader.argument()
            if hasattr(delimiter, "chars"):
                delimiter = delimiter.chars
            return [] if is_sign(delimiter, ".") else self.of(delimiter, reader)
        if name in ACCENTS:
            return self.accented(argument(), ACCENTS[name])
        if name in ("overline", "underline", "boxed"):
            return [element(f"formula-{name}", children=argument())]
        if name == "mathbb":
            letters = "".join(
                "".join(item.itertext()) if not isinstance(item, str) else item
                for item in argument()
            )
            if not all(letter in DOUBLE_STRUCK for letter in letters):
                raise UnknownFormula
            return ["".join(DOUBLE_STRUCK[letter] for letter in letters)]
        if name in STYLES:
            part = given.pop(0) if given else reader.argument()
            if name.startswith("text") and not isinstance(part, str):
                return [
                    element(STYLES[name], children=[part.latex_verbatim().strip("{}")])
                ]
            return [element(STYLES[name], children=self.of(part, reader))]
        return self.symbol(name)

    def symbol(self, name):
        text = SYMBOLS.get(name)
        if text is None:
            known = self.symbols.get_macro_spec(name)
            text = getattr(known, "simplify_repl", None)
        if not isinstance(text, str) or not text or "%" in text[:-1] or len(text) > 2:
            raise UnknownFormula
        return [f"\u2005{text}\u2005"] if text in RELATIONS else [text]

    def accented(self, items, accent):
        if len(items) != 1:
            raise UnknownFormula
        if isinstance(items[0], str):
            return [items[0] + accent]
        items[0].text = (items[0].text or "") + accent
        return items

    def stack(self, above, below):
        return element(
            "formula-fraction",
            children=[
                element("formula-above", children=above),
                element("formula-below", children=below),
            ],
        )

    def fraction(self, above, below):
        made = self.stack(above, below)
        made[0].set("class", "formula-above formula-line")
        return made

    def environment(self, node, reader):
        name = node.environmentname
        if name not in TABLES:
            raise UnknownFormula
        rows = [[[]]]
        nodes = list(node.nodelist)
        if (
            name in ("array", "alignedat")
            and nodes
            and nodes[0].__class__.__name__ == "LatexGroupNode"
        ):
            nodes.pop(0)
        for atom in Reader(nodes, reader.depth + 1).atoms:
            if is_sign(atom, "&"):
                rows[-1].append([])
            elif getattr(atom, "macroname", None) == "\\":
                rows.append([[]])
            elif getattr(atom, "macroname", None) != "hline":
                rows[-1][-1].append(atom)
        if all(is_sign(atom, " \t\n") for cell in rows[-1] for atom in cell):
            rows.pop()
        made = element(
            f"formula-table formula-{'aligned' if name in ALIGNED else 'matrix'}",
            "table",
        )
        for row in rows:
            line = element("", "tr")
            for cell in row:
                inner = Reader([], reader.depth + 1)
                inner.atoms = cell
                line.append(element("", "td", self.row(inner)))
            made.append(line)
        brackets = TABLES[name]
        if brackets:
            side = {
                "(": "round",
                "[": "square",
                "{": "curly",
                "|": "line",
                "‖": "line",
            }[brackets[0]]
            ends = "both" if len(brackets) == 2 else "left"
            made.set("class", f"{made.get('class')} formula-{side} formula-{ends}")
        return [made]
