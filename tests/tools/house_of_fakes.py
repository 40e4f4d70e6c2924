"""A house of fake parts, run as `make run` runs the real ones. Tells the process ids it starts."""

import json
import sys
from pathlib import Path

from tools import parts as parts_module
from tools import supervisor
from tools.parts import Part

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""
MORTAL = "import time; time.sleep(600)"


def main() -> None:
    """``folder vital grace``: which part the house falls with, how long a part may take to end."""
    folder, vital, grace = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    supervisor.GRACE = grace
    supervisor.SLOW_AFTER = 0
    parts_module.FIRST_PAUSE = 0.01
    parts = [
        Part(name, [sys.executable, "-c", code], {}, folder / f"{name}.log", folder)
        for name, code in {"stubborn": STUBBORN, "mortal": MORTAL}.items()
    ]
    for part in parts:
        part.vital = part.name == vital

    def greet() -> None:
        grandchild = (folder / "stubborn.log").read_text().split()[-1]
        started = [part.process.pid for part in parts if part.process is not None]
        (folder / "pids.new").write_text(json.dumps([*started, int(grandchild)]))
        (folder / "pids.new").rename(folder / "pids")

    sys.exit(supervisor.Supervisor(parts, lambda: parts[0].has_said(b"\n")).run(greet))


if __name__ == "__main__":
    main()
