"""Small changes to the text of a file, as a person may make them by mistake.

Each function takes the lines of a file and a source of randomness, and returns whether it changed a line.
"""

import re

NUMBER = re.compile(r"(?<![\w\"$%.])-?\b(?:0x[0-9a-fA-F]+|\d+)\b(?![\w\"])")
BIT = re.compile(r"\b(?:true|false)\b|(?<== )[01](?=;)")
WORDS = (
    "assert bit bits class code dag def defm defset defvar dump else false field foreach if in include int let list "
    "multiclass string then true add sub and or not"
)
NAME = re.compile(rf"(?<![\w$\"!.])(?!(?:{WORDS.replace(' ', '|')})\b)[A-Za-z_]\w*\b(?!\")")
TEXT = re.compile(r'"[^"\n]*"')
ASSEMBLY = re.compile(r'"[^"\n]*[${}|:][^"\n]*"')
LIST = re.compile(r"\[[^\[\]\n]*,[^\[\]\n]*\]|\((?:add|sub|and|sequence|interleave)\b[^()\n]*\)")
DEF = re.compile(r"^(\s*(?:def|defm)\s+)(\w+)(\s*:.*(?:;|})\s*)$")
LET = re.compile(r"^\s*let\s+\w+(?:\{[^}]*\})?\s*=.*;\s*$")
BLOCK = re.compile(r"^(def\s+)(\w+)(\s*:.*\{)\s*$")
FIELD = re.compile(r"^\s+(?:bit|code|dag|int|string|list<\w+>|[A-Z]\w*)\s+\w+(?:\s*=.*)?;\s*$")


def replace_one(lines, chance, pattern, new, group=0):
    """Replaces a match of a pattern in a random line, or a group of the match, by the result of `new` for the match."""
    at = [it for it, line in enumerate(lines) if matches(pattern, line)]
    if not at:
        return False
    at = chance.choice(at)
    match = chance.choice(matches(pattern, lines[at]))
    text = new(match)
    if text == match.group(group):
        return False
    start, end = match.span(group)
    lines[at] = lines[at][:start] + text + lines[at][end:]
    return True


def matches(pattern, line):
    code = line.split("//")[0]
    if code.lstrip().startswith("include"):
        return []
    return list(re.finditer(pattern, code))


def vary(items, chance, new):
    """Adds `new` to a list, or drops or replaces an item."""
    where = chance.randrange(len(items) + 1)
    kind = chance.randrange(3)
    if kind == 0 or not items:
        items.insert(where, new)
    elif kind == 1:
        del items[where % len(items)]
    else:
        items[where % len(items)] = new
    return items


def change_number(lines, chance):
    def new(match):
        text = match.group()
        # Numbers may begin with zeros, which Python would not read in base 0.
        value = int(text, 10 if text.lstrip("-").isdigit() else 0)
        return str(chance.choice([value + 1, value - 1, 0, 1, -1, 2 * value, value + 64, 65535, 1 << 33]))

    return replace_one(lines, chance, NUMBER, new)


def change_bit(lines, chance):
    flip = {"true": "false", "false": "true", "0": "1", "1": "0"}
    return replace_one(lines, chance, BIT, lambda it: flip[it.group()])


def change_name(lines, chance):
    """Replaces a name by another of the same file, preferably by one of the same line or a similar one."""
    names = [it for line in lines for it in NAME.findall(line.split("//")[0])]
    if not names:
        return False

    def new(match):
        stem = match.group().rstrip("0123456789")[:2]
        alike = [it for it in names if it.startswith(stem)]
        return chance.choice(alike if chance.random() < 0.8 and alike else names)

    return replace_one(lines, chance, NAME, new)


def change_text(lines, chance):
    def new(match):
        inner = match.group()[1:-1]
        return chance.choice(['""', f'"{inner}x"', f'"{inner[1:]}"', f'"{inner.upper()}"'])

    return replace_one(lines, chance, TEXT, new)


def change_assembly(lines, chance):
    """Changes the syntax of operands and variants in an assembly text: `$name`, `${name:modifier}`, `{one|other}`."""

    def new(match):
        inner = match.group()[1:-1]
        places = [it.start() for it in re.finditer(r"[${}|:]", inner)]
        at = chance.choice(places)
        more = chance.choice(["", "$", "{", "}", "|", "x", "$$", "${", ":x", "\\\\", " $x", "\\n", "#", "%", "."])
        return f'"{inner[:at]}{more}{inner[at + chance.randrange(2) :]}"'

    return replace_one(lines, chance, ASSEMBLY, new)


def change_list(lines, chance):
    """Drops, doubles or exchanges elements of a list or dag."""

    def new(match):
        text = match.group()
        head = re.match(r"\[|\(\w+\s*", text).group()
        elements = text[len(head) : -1].split(",")
        at = chance.randrange(len(elements))
        kind = chance.randrange(4)
        if kind == 0 and len(elements) > 1:
            del elements[at]
        elif kind == 1:
            elements.insert(at, elements[at])
        elif kind == 2:
            other = chance.randrange(len(elements))
            elements[at], elements[other] = elements[other], elements[at]
        else:
            chance.shuffle(elements)
        return head + ",".join(elements) + text[-1]

    return replace_one(lines, chance, LIST, new)


def drop_value(lines, chance):
    """Leaves a field without a value."""
    at = [it for it, line in enumerate(lines) if LET.match(line) and "{" not in line]
    if not at:
        return False
    at = chance.choice(at)
    lines[at] = re.sub(r"=.*;", "= ?;", lines[at])
    return True


def drop_line(lines, chance):
    """Drops a line that is a statement."""
    at = [it for it, line in enumerate(lines) if LET.match(line) or DEF.match(line)]
    if not at:
        return False
    del lines[chance.choice(at)]
    return True


def double_definition(lines, chance):
    """Adds a copy of a definition, with another name or none."""
    at = [it for it, line in enumerate(lines) if DEF.match(line)]
    if not at:
        return False
    at = chance.choice(at)
    start, name, rest = DEF.match(lines[at]).groups()
    lines.insert(at + 1, f"{start}{chance.choice([name + 'x', 'A' + name, name + '7', ''])}{rest}")
    return True


def move_definition(lines, chance):
    at = [it for it, line in enumerate(lines) if DEF.match(line)]
    if len(at) < 2:
        return False
    a, b = chance.sample(at, 2)
    lines[a], lines[b] = lines[b], lines[a]
    return True


def rename_definition(lines, chance):
    """Gives a definition another name, everywhere in its file."""
    at = [it for it, line in enumerate(lines) if DEF.match(line)]
    if not at:
        return False
    name = DEF.match(lines[chance.choice(at)]).group(2)
    new = chance.choice([name + "0", "Z" + name, name + "_" + name, name[::-1].strip("0123456789") or name])
    for it, line in enumerate(lines):
        lines[it] = re.sub(rf"(?<![\w\"]){name}(?![\w\"])", new, line)
    return True


def borrow_value(lines, chance):
    """Gives a field a value that it has in another place of the file."""
    found = {}
    for at, line in enumerate(lines):
        if LET.match(line):
            field, value = line.strip()[len("let ") :].split("=", 1)
            found.setdefault(field.strip(), []).append((at, value.strip()))
    found = [it for it in found.values() if len({value for _, value in it}) > 1]
    if not found:
        return False
    (at, own), (_, other) = chance.sample(chance.choice(found), 2)
    lines[at] = lines[at].replace(own, other)
    return own != other


def add_value(lines, chance):
    """Adds a `let` from another place of the file."""
    at = [it for it, line in enumerate(lines) if LET.match(line) or BLOCK.match(line)]
    values = [line for line in lines if LET.match(line)]
    if not at or not values:
        return False
    lines.insert(chance.choice(at) + 1, chance.choice(values))
    return True


def drop_field(lines, chance):
    """Drops a field of a class, or its default value."""
    at = [it for it, line in enumerate(lines) if FIELD.match(line)]
    if not at:
        return False
    at = chance.choice(at)
    if "=" in lines[at] and chance.random() < 0.7:
        lines[at] = lines[at].split("=")[0].rstrip() + chance.choice([";", " = ?;"])
    else:
        del lines[at]
    return True


def double_block(lines, chance):
    """Adds a copy of a definition with a body, with another name."""
    at = [it for it, line in enumerate(lines) if BLOCK.match(line)]
    if not at:
        return False
    at = chance.choice(at)
    end = next((it for it in range(at, len(lines)) if lines[it].startswith("}")), None)
    if end is None:
        return False
    start, name, rest = BLOCK.match(lines[at]).groups()
    name = chance.choice([name + "x", "A" + name, name + "7", name + "10"])
    lines[end + 1 : end + 1] = [f"{start}{name}{rest}", *lines[at + 1 : end + 1]]
    return True


CHANGES = [
    change_number,
    change_number,
    change_bit,
    change_name,
    change_name,
    change_text,
    change_assembly,
    change_list,
    change_list,
    drop_value,
    drop_line,
    double_definition,
    move_definition,
    rename_definition,
    borrow_value,
    borrow_value,
    add_value,
    drop_field,
    double_block,
]
