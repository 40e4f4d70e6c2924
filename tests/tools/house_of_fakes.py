"""A house of fake parts, run as `make run` runs the real ones. Prints the process ids it starts."""

import json
import signal
import sys
import time
from pathlib import Path

from tools.parts import Part, end_all

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""
MORTAL = "import time; time.sleep(600)"


def main() -> None:
    folder = Path(sys.argv[1])
    environment = {"PATH": "/usr/bin:/bin"}
    parts = [
        Part(name, [sys.executable, "-c", code], environment, folder / f"{name}.log", folder)
        for name, code in {"stubborn": STUBBORN, "mortal": MORTAL}.items()
    ]
    ending: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: ending.append(number))
    for part in parts:
        part.start()
    while not ending:
        for part in parts:
            part.look(time.monotonic())
        pids = [part.process.pid for part in parts if part.process is not None]
        grandchild = (folder / "stubborn.log").read_text().split()
        if len(pids) == 2 and grandchild:
            (folder / "pids.new").write_text(json.dumps([*pids, int(grandchild[-1])]))
            (folder / "pids.new").rename(folder / "pids")
        time.sleep(0.02)
    end_all(parts, grace=1.0)


if __name__ == "__main__":
    main()
