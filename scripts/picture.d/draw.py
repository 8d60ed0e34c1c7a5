"""Draws what a terminal shows as SVG: draw.py TITLE COLUMNS dark|light <TEXT, where TEXT has the terminal's codes for colours."""

import re
import sys
from unicodedata import east_asian_width

ADVANCE = 8.43  # pixels from one column to the next
LEADING = 20  # pixels from one line to the next
MARGIN = 16  # pixels around the text
TITLE_BAR = 30  # pixels above the text for the frame of the window
# The ground, texts, bold texts, dim texts, and the eight colours.
THEMES = {
    "dark": ("#20242c", "#d8dee9", "#ffffff", "#8b95a7"),
    "light": ("#fbfbfa", "#2b303b", "#000000", "#737b8a"),
}
EIGHT = ["#000000", "#d0605e", "#a3be8c", "#d7af5f", "#6ea0e0", "#d49ad0", "#5fb8c0", "#e5e9f0"]
LEVELS = [0, 95, 135, 175, 215, 255]


def color(number):
    """The colour of a number from 0 to 255, as xterm has them."""
    if number < 16:
        return EIGHT[number % 8]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    number -= 16
    return "#%02x%02x%02x" % (LEVELS[number // 36], LEVELS[number // 6 % 6], LEVELS[number % 6])


class Pen:
    def __init__(self, theme):
        self.theme = theme
        self.reset()

    def reset(self):
        self.text = self.ground = None
        self.bold = self.dim = self.italic = self.underline = self.reverse = False

    def take(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code in (38, 48) and codes[:1] == [5]:
                chosen = color(codes[1])
                codes = codes[2:]
                if code == 38:
                    self.text = chosen
                else:
                    self.ground = chosen
            elif code == 0:
                self.reset()
            elif code in (1, 2, 3, 4, 7):
                setattr(self, {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}[code], True)
            elif code in (22, 23, 24, 27):
                for name in {22: ["bold", "dim"], 23: ["italic"], 24: ["underline"], 27: ["reverse"]}[code]:
                    setattr(self, name, False)
            elif 30 <= code <= 37:
                self.text = EIGHT[code - 30]
            elif 40 <= code <= 47:
                self.ground = EIGHT[code - 40]
            elif code == 39:
                self.text = None
            elif code == 49:
                self.ground = None

    def look(self):
        """The attributes of a text, and its ground; None for what is as in the rest of the picture."""
        ground, plain, bold, dim = self.theme
        text = self.text or (dim if self.dim else bold if self.bold else None)
        behind = self.ground
        if self.reverse:
            text, behind = behind or ground, text or plain
        attributes = f' fill="{text}"' if text else ""
        attributes += ' font-weight="bold"' if self.bold else ""
        attributes += ' font-style="italic"' if self.italic else ""
        attributes += ' text-decoration="underline"' if self.underline else ""
        return attributes, behind


def width(text):
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def line(text, pen, top):
    """The elements of one line: the grounds behind it, and its text."""
    grounds, spans, column = [], "", 0
    for index, piece in enumerate(re.split("\033\\[([0-9;]*)m", text.replace("\033(B", ""))):
        if index % 2:
            pen.take(piece)
            continue
        if not piece:
            continue
        attributes, behind = pen.look()
        if behind:
            grounds.append(
                f'<rect x="{number(MARGIN + column * ADVANCE)}" y="{top - 15}" width="{number(width(piece) * ADVANCE)}" '
                f'height="{LEADING}" fill="{behind}"/>'
            )
        column += width(piece)
        piece = piece.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        spans += f"<tspan{attributes}>{piece}</tspan>" if attributes else piece
    texts = [f'<text x="{MARGIN}" y="{top}" xml:space="preserve">{spans.rstrip()}</text>'] if spans.strip() else []
    return grounds + texts


def main():
    title, columns, theme = sys.argv[1], int(sys.argv[2]), THEMES[sys.argv[3]]
    lines = sys.stdin.read().rstrip("\n").split("\n")
    size = (round(columns * ADVANCE + 2 * MARGIN), TITLE_BAR + len(lines) * LEADING + 2 * MARGIN)
    pen = Pen(theme)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"', end="")
    print(f' viewBox="0 0 {size[0]} {size[1]}" role="img">')
    print(f"<title>{title}</title>")
    print("<!-- Made by scripts/picture from a real session; do not edit. -->")
    print('<style>text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;', end="")
    print(f" fill: {theme[1]}; white-space: pre }}</style>")
    print(f'<rect width="{size[0]}" height="{size[1]}" rx="8" fill="{theme[0]}"/>')
    for x, fill in ((20, "#bf616a"), (40, "#ebcb8b"), (60, "#a3be8c")):
        print(f'<circle cx="{x}" cy="18" r="6" fill="{fill}"/>')
    for index, text in enumerate(lines):
        for element in line(text, pen, TITLE_BAR + MARGIN + 14 + index * LEADING):
            print(element)
    print("</svg>")


if __name__ == "__main__":
    main()
