"""The figures of the Python package, each against its bar: python python/bench.py [--program PATH/TO/grundy]."""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable

import grundy


class Wythoff(grundy.Game[tuple[int, int]]):
    """Two heaps: take from one, or equally many from both."""

    def options(self, position: tuple[int, int]) -> Iterable[tuple[int, int]]:
        """Return what can be left."""
        a, b = position
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU time of a call, in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def program_cpu(program: str, file: str) -> float:
    """Return the CPU time of the program for the lines of a file."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "solve", "--json", "--file", file], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def small_positions(count: int) -> list[str]:
    """Return lines of small positions."""
    draw = random.Random(1)
    kinds: list[Callable[[], str]] = [
        lambda: "nim " + " ".join(str(draw.randint(1, 99)) for _ in range(4)),
        lambda: "kayles " + " ".join(str(draw.randint(1, 60)) for _ in range(3)),
        lambda: f"0.07 {draw.randint(1, 60)} + *{draw.randint(0, 9)}",
        lambda: f"bubbly (A(B)(C(D)))(E(F)) + nim {draw.randint(1, 9)}",
    ]
    return [kinds[place % 4]() for place in range(count)]


def batch(program: str | None) -> None:
    """10^5 small positions by one call, and by the program."""
    lines = small_positions(100_000)
    by_call = min(cpu(lambda: grundy.solve(lines)) for _ in range(3))
    print(f"10^5 small positions by one call: {by_call:.2f} s of CPU")
    if program is not None:
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("\n".join(lines))
            file.flush()
            by_program = min(program_cpu(program, file.name) for _ in range(3))
        print(f"  the program: {by_program:.2f} s; ratio {by_call / by_program:.2f}, at most 1.15")


def call() -> None:
    """One call of a small solve; the library says itself how long its part takes."""
    position = grundy.position("nim 3 5 7")
    inner = min(position.solve().seconds for _ in range(1000)) * 1e6
    outer = min(cpu(lambda: [position.solve() for _ in range(1000)]) for _ in range(9)) * 1e3
    print(f"one call of a small solve: {outer:.2f} µs, {outer - inner:.2f} above the library's, at most 5")


def own() -> None:
    """Wythoff's game to 200 x 200 in Python."""
    game = Wythoff()
    seconds = cpu(lambda: game.nimber((200, 200)))
    positions, options = game.explored
    rate = options / seconds / 1e6
    print(f"Wythoff 200 x 200: {positions} positions, {options} options, {seconds:.2f} s: {rate:.1f} M/s, at least 3")


def main() -> None:
    """Measure all."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--program", help="the program `grundy`, release build")
    batch(arguments.parse_args().program)
    call()
    own()


if __name__ == "__main__":
    main()
