"""Ctrl-C, and other threads that go on, each in a process of its own."""

import subprocess
import sys
import textwrap
import time

import pytest

LONG = {
    "search": "grundy.position('cram 9x11').nimber",
    "threads": "grundy.position('cram 9x11').solve(threads=2)",
    "memory": "grundy.position('cram 9x11').solve(memory='4G')",
    "definition": "grundy.position('cram 6x6').solve(method='definition')",
    "misere": "grundy.position('cram 6x7').solve(misere=True)",
    "batch": "grundy.solve(['cram 9x11'] * 4, threads=2)",
    "sequence": "grundy.sequence('0.007', terms=10**12)",
    "python": "Long().nimber((2000, 2000))",
    "quotient": "grundy.misere('0.26', time=None)",
    "packing": "grundy.pack([1] * 60, minimise=True, time=100)",
}

PROGRAM = """
import _thread, threading, time
import grundy

class Long(grundy.Game):
    def options(self, position):
        a, b = position
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))

ticks = []
def tick():
    while True:
        time.sleep(0.01)
        ticks.append(time.perf_counter())

threading.Thread(target=tick, daemon=True).start()
threading.Timer(1.0, _thread.interrupt_main).start()
start = time.perf_counter()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", time.perf_counter() - start, len(ticks))
else:
    print("ended", time.perf_counter() - start, len(ticks))
"""


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_is_heard_and_other_threads_go_on(name: str) -> None:
    program = textwrap.dedent(PROGRAM).replace("{work}", LONG[name])
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    what, seconds, ticks = [*done.stdout.split(), "", "", ""][:3]
    assert what == "interrupted", (done.stdout, done.stderr, time.perf_counter() - begun)
    assert float(seconds) < 20
    # The lock was released: the other thread went on meanwhile.
    assert int(ticks) > 8
