"""A server of fake processes, run as `make run` runs the real ones. Writes their process ids."""

import json
import sys
from pathlib import Path

from tools import processes as processes_module
from tools import supervisor
from tools.processes import ServerProcess

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""
MORTAL = "import time; time.sleep(600)"
BROKEN = "raise SystemExit(3)"


def main() -> None:
    """``folder required grace mortal``: which process is required, how long one may take to stop,
    and whether the mortal process crashes at once (``broken``), never gets ready (``slow``) or
    cannot be started, as its program is not there (``missing``)."""
    folder, required, grace = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    supervisor.GRACE = grace
    supervisor.SLOW_AFTER = 0
    processes_module.FIRST_PAUSE = 0.01
    fault = "".join(sys.argv[4:])
    codes = {"stubborn": STUBBORN, "mortal": BROKEN if fault == "broken" else MORTAL}
    processes = [
        ServerProcess(name, [sys.executable, "-c", code], {}, folder / f"{name}.log", folder)
        for name, code in codes.items()
    ]
    processes[0].ready_sign = b"\n"
    processes[1].ready_sign = b"ready" if fault else b""
    if fault == "missing":
        processes[1].command = [str(folder / "missing")]
    for process in processes:
        process.required = process.name == required

    def report_ready() -> None:
        grandchild = (folder / "stubborn.log").read_text().split()[-1]
        started = [each.process.pid if each.process is not None else 0 for each in processes]
        (folder / "pids.new").write_text(json.dumps([*started, int(grandchild)]))
        (folder / "pids.new").rename(folder / "pids")

    sys.exit(supervisor.Supervisor(processes).run(report_ready))


if __name__ == "__main__":
    main()
