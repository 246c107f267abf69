#!/usr/bin/env python3
"""Checks what `grundy check --list F.proof` prints, by rules of its own: Cram, 2D Nim, and rules files of boards.

    grundy check --list F.proof | python3 scripts/check_proof.py [--no-lemmas] [--game FILE]... ["POSITION = *N" | "misere: POSITION = P"]...

A line `PART = *N` is shown when every smaller nimber is that of an option, by the lines of its parts, and no option has N: its
lines add up to something else, or all its parts but one have lines, and that one has an option of the nimber that is missing,
or fewer options than that.
A line `misere: PARTS = P` is shown when each option has no moves, or an option that is a line; `*1` is a single move there, and
two of them cancel. In Cram, of cells whose only neighbour is the same cell, all but one are left out. With --no-lemmas nothing
cancels, and nothing is left out. Positions that are given as arguments must follow. Of rules files it reads `move` and `fixed`, no `never`,
`end` and `win`, and no runs of two numbers such as `{n x n}`. Exit code 0: all is shown.
"""
import functools, itertools, re, sys

class Game:
    """A game of patterns. A board is a tuple of rows; `,` is a cell that is left out, `_` is beside the board."""
    def __init__(self, text):
        self.rules, self.is_strip, self.fill, is_board = [], False, "", False
        for line in filter(None, (re.split(r"(?:^|\s)--(?:\s|$)", line)[0].strip() for line in text.splitlines())):
            word, _, rest = line.partition(" ")
            if word in ("move", "fixed"):
                self.rules += [(word, *map(str.strip, rule.split("->"))) for rule in rest.split("|")]
            elif "->" in rest or word in ("never", "end", "win"):
                sys.exit(f"rules with `{word}` are not read here")
            self.is_strip |= line == "strip"
            is_board |= line in ("grid", "strip")
            self.fill = self.fill or (rest.split()[0] if word == "cells" else "")
        if not self.rules or not is_board:
            sys.exit("only rules of boards are read here, with a line `grid` or `strip`")
        if unread := next((left for _, left, _ in self.rules if re.search(r"\{[^}]*\s[^}]*\}", left)), None):
            sys.exit(f"the runs of `{unread}` are not read here")
        self.fill = self.fill or self.rules[0][1].lstrip("[")[0]
        self.reads_edge = any("@" in left for _, left, _ in self.rules)
        symmetries = lambda images: [turn for turn in range(8) if not (self.is_strip and turn & 5)
                                     and all(turned(image, turn) in images for image in images)]
        self.turns = symmetries(set(self.images(6)))
        self.drops_twins = False

    @functools.cache
    def images(self, longest):
        """Every pattern with every length of its runs, turned and mirrored: tuples of (row, column, reads, writes)."""
        found = set()
        for word, left, right in self.rules:
            left = [[item for item in re.findall(r"(\[[^\]]*\]|[^\s{}])(?:\{([^}]*)\})?", row)] for row in left.split("/")]
            names = {run: (1, longest) for row in left for _, run in row if run and not run.isdigit()}
            for name in names:
                low, _, high = name.split(":")[-1].partition("..")
                if low.isdigit():
                    names[name] = int(low), longest if high == "any" else int(high or low)
            for lengths in itertools.product(*(range(low, min(high, longest) + 1) for low, high in names.values())):
                runs = {name: length for full, length in zip(names, lengths) for name in (full, full.split(":")[0])}
                expand = lambda rows: [[sign for sign, run in row for _ in range(runs[run] if run in runs else int(run or 1))] for row in rows]
                reads = expand(left)
                writes = expand([re.findall(r"([^\s{}])(?:\{([^}]*)\})?", row) for row in right.split("/")])
                cells = [(r, c) for r, row in enumerate(reads) for c in range(len(row))]
                fill = right if len(right) == 1 and len(cells) > 1 else None
                write = lambda r, c: None if reads[r][c] in "?@" else fill or writes[r][c]
                image = tuple(sorted((r, c, reads[r][c].strip("[]").replace("@", "_"), write(r, c)) for r, c in cells))
                found |= {turned(image, turn) for turn in range(8 if word == "move" else 1) if not (self.is_strip and turn & 5)}
        return frozenset(found)

    @functools.cache
    def placed(self, rows, columns):
        """Every image at every place of a board: what it reads, and what it writes."""
        all_placed = []
        for image in self.images(max(rows, columns)):
            for row, column in itertools.product(range(-max(c[0] for c in image), rows), range(-max(c[1] for c in image), columns)):
                at = lambda r, c: (row + r) * columns + column + c if 0 <= row + r < rows and 0 <= column + c < columns else None
                reads = [(at(r, c), signs) for r, c, signs, _ in image if signs != "?"]
                if all(place is not None or "_" in signs for place, signs in reads):
                    writes = [(at(r, c), sign) for r, c, _, sign in image if sign and at(r, c) is not None]
                    all_placed.append(([read for read in reads if read[0] is not None], writes))
        return all_placed

    @functools.cache
    def parts(self, board):
        """The parts of a board that have moves, each as its least image."""
        columns, flat = len(board[0]) if board else 0, "".join(board)
        signs, placed = [{sign} for sign in flat], self.placed(len(board), columns)
        stands = lambda reads: all(not signs[place].isdisjoint(wanted) for place, wanted in reads)
        while any([signs[place].add(sign) for place, sign in writes if sign not in signs[place] and not signs[place] & {"_", ","}]
                  for reads, writes in placed if stands(reads)):
            pass
        groups = []
        for reads, writes in placed:
            if stands(reads):
                cells = {place for place, _ in reads} | {place for place, _ in writes}
                if opened := {place for place in cells if len(signs[place]) > 1}:
                    met = [group for group in groups if group[0] & opened]
                    groups = [group for group in groups if not group[0] & opened]
                    groups.append((opened.union(*(group[0] for group in met)), cells.union(*(group[1] for group in met))))
        kept = ["".join(s if i in group[1] or (s == "_" and self.reads_edge) else "," for i, s in enumerate(flat)) for group in groups]
        boards = [tuple(text[i:i + columns] for i in range(0, len(text), columns)) for text in kept]
        return sorted(self.without_twins(self.least(board)) for board in boards if self.moves(board))

    def without_twins(self, board):
        """Of the cells of a part of Cram whose only neighbour is the same cell, one stays."""
        if not self.drops_twins:
            return board
        cells = {(r, c) for r, row in enumerate(board) for c, sign in enumerate(row) if sign == "."}
        beside = {(r, c): [at for at in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if at in cells] for r, c in cells}
        leaf_of = {tuple(beside[cell]): cell for cell in sorted(cells, reverse=True) if len(beside[cell]) == 1}
        kept = {cell for cell in cells if len(beside[cell]) > 1 or leaf_of[tuple(beside[cell])] == cell}
        return self.least(tuple("".join("." if (r, c) in kept else "," for c in range(len(row))) for r, row in enumerate(board)))

    def least(self, board):
        if not self.reads_edge:
            rows = [r for r, row in enumerate(board) if row.strip(",")]
            columns = [c for c, column in enumerate(zip(*board)) if "".join(column).strip(",")]
            board = [row[columns[0]:columns[-1] + 1] for row in board[rows[0]:rows[-1] + 1]]
        image = [(r, c, sign, None) for r, row in enumerate(board) for c, sign in enumerate(row)]
        lines = lambda cells: tuple("".join(cell[2] for cell in row) for _, row in itertools.groupby(cells, lambda cell: cell[0]))
        # The fewest rows, then columns, then the least number, of which the first cell is the lowest digit.
        number = lambda rows: (len(rows), len(rows[0]), "".join(rows)[::-1])
        return min((lines(turned(image, turn)) for turn in self.turns), key=number)

    def moves(self, board):
        """The boards after all moves."""
        columns, flat, after = len(board[0]) if board else 0, "".join(board), set()
        for reads, writes in self.placed(len(board), columns):
            if all(flat[place] in wanted for place, wanted in reads):
                new = list(flat)
                for place, sign in writes:
                    new[place] = sign if new[place] != "_" else "_"
                after.add("".join(new))
        return [tuple(text[i:i + columns] for i in range(0, len(text), columns)) for text in after - {flat}]

def turned(image, turn):
    high, wide = max(c[0] for c in image), max(c[1] for c in image)
    flipped = [(high - r if turn & 1 else r, wide - c if turn & 2 else c, *rest) for r, c, *rest in image]
    return tuple(sorted((c, r, *rest) if turn & 4 else (r, c, *rest) for r, c, *rest in flipped))

couples, sums, uses_lemmas = {}, set(), "--no-lemmas" not in sys.argv
games = {"cram": Game("grid\nmove .. -> #")}

def game(heading):
    if heading not in games and (found := re.fullmatch(r"2d-nim(?: max=(\w+))?", heading)):
        games[heading] = Game("grid\nmove 1{1..%s} -> 0" % (found[1] or 3))
    return games[heading] if heading in games else sys.exit(f"there are no rules of `{heading}` here")

def read(text):
    """The parts of a sum, each with its game: `*1` has no game."""
    parts = []
    for term in text.split(" + "):
        heading, _, board = term.rpartition(" ")
        if sides := re.fullmatch(r"(\d+)x(\d+)", board):
            board = "/".join([game(heading).fill * int(sides[2])] * int(sides[1]))
        rows = tuple(board.split("/"))
        if len(set(map(len, rows))) > 1:
            sys.exit(f"the rows of `{term}` differ in length")
        parts += [(None, term)] if re.fullmatch(r"\*\d+", term) else [(heading, part) for part in game(heading).parts(rows)]
    return parts

@functools.cache
def options(part):
    heading, board = part
    if heading is None:
        return [[(None, f"*{n}")] if n else [] for n in range(int(board[1:]))]
    return [[(heading, part) for part in games[heading].parts(left)] for left in games[heading].moves(board)]

def known(parts):
    """The nim-sum of the lines, and the parts that have none; equal parts are worth 0 together."""
    odd = [part for part in set(parts) if parts.count(part) % 2]
    worth = [int(part[1][1:]) if part[0] is None else couples.get(part) for part in odd]
    return functools.reduce(int.__xor__, (n for n in worth if n is not None), 0), [p for p, n in zip(odd, worth) if n is None]

def has(nimber, part):
    return any(known(option) == (nimber, []) for option in options(part))

def refuted(parts, nimber):
    total, others = known(parts)
    if len(others) != 1:
        return not others and total != nimber
    too_few = len({tuple(sorted(option)) for option in options(others[0])}) < total ^ nimber
    return too_few or has(total ^ nimber, others[0])

def shown(part, nimber):
    return all(has(smaller, part) for smaller in range(nimber)) and all(refuted(option, nimber) for option in options(part))

def sum_of(parts):
    single = lambda part: options(part) and not any(options(part))
    if not uses_lemmas:
        return tuple(sorted(parts, key=str))
    singles = sum(1 for part in parts if single(part)) % 2
    return tuple(sorted([part for part in parts if not single(part)] + [(None, "*1")] * singles, key=str))

def replies(parts):
    return {sum_of([*parts[:i], *parts[i + 1:], *option]) for i, part in enumerate(parts) for option in options(part)}

def lost(parts):
    after = replies(parts)
    return bool(after) and all(not option or not sums.isdisjoint(replies(option)) for option in after)

def split(line):
    """What a line is about, and its value."""
    if not (found := re.fullmatch(r"(misere: .+) = (P)|((?!misere: ).+) = (\*\d+)", line)):
        sys.exit(f"`{line}` is no line: `cram ../.. = *0` is one, and `misere: 2d-nim 11/10 + *1 = P`")
    return [group for group in found.groups() if group]

def main(arguments):
    if "--help" in arguments or "-h" in arguments:
        sys.exit(print(__doc__))
    arguments = [argument for argument in arguments if argument != "--no-lemmas"]
    while "--game" in arguments:
        at = arguments.index("--game")
        try:
            text = open(arguments[at + 1], encoding="utf-8").read()
        except (IndexError, OSError, ValueError) as error:
            sys.exit(f"--game needs a rules file: {error}")
        del arguments[at:at + 2]
        name = re.search(r"^\s*game (\S+)", text, re.M) or sys.exit("a rules file has a line `game NAME`")
        games[name[1]] = Game(text)
    lines = [split(line.rstrip()) for line in sys.stdin]
    games["cram"].drops_twins = uses_lemmas and not any(text.startswith("misere: ") for text, _ in lines)
    for text, value in lines:
        parts = read(text.removeprefix("misere: "))
        if value == "P":
            sums.add(sum_of(parts))
        elif len(parts) != 1 or couples.setdefault(parts[0], int(value[1:])) != int(value[1:]):
            sys.exit(f"NOT shown: `{text}` is {len(parts)} parts, or has another nimber above")
    for part, nimber in couples.items():
        shown(part, nimber) or sys.exit(f"NOT shown: {part[0]} {'/'.join(part[1])} = *{nimber}")
    for parts in sums:
        lost(parts) or sys.exit(f"NOT shown: {parts} = P")
    for text, value in map(split, arguments):
        parts = read(text.removeprefix("misere: "))
        follows = known(parts) == (int(value[1:]), []) if value[0] == "*" else value == "P" and sum_of(parts) in sums
        follows or sys.exit(f"NOT shown: {text} = {value}")
    print(f"{len(couples) + len(sums)} lines shown, {len(arguments)} positions follow")

main(sys.argv[1:])
