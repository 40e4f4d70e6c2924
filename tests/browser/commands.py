"""Runs Django's commands for a server, each in a fork of one process that has loaded Django, which
takes two seconds of processor time."""

import json
import os
import subprocess
import sys
import traceback

from tools.paths import ROOT


class CommandRunner:
    """A process that waits for commands. ``environment`` is all that it is given of ours."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.commands"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str) -> str:
        """What ``manage.py`` with these words prints. Raises CalledProcessError if it fails."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps(words)}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["status"]:
            raise subprocess.CalledProcessError(answer["status"], words, answer["output"])
        return str(answer["output"])

    def stop(self) -> None:
        """Ends the process: there are no more commands."""
        try:
            self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def serve_commands() -> None:
    """Reads a list of words from each line of the standard input; writes a line with the status and
    the output of that command."""
    for line in sys.stdin:
        status, output = run_in_fork(json.loads(line))
        sys.stdout.write(json.dumps({"status": status, "output": output}) + "\n")
        sys.stdout.flush()


def run_in_fork(words: list[str]) -> tuple[int, str]:
    """Status and output of a command, which leaves nothing behind in this process."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.dup2(writing, sys.stdout.fileno())
        os._exit(run_command(words))
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        output = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), output


def run_command(words: list[str]) -> int:
    """Runs a command as ``manage.py`` does, and returns the status with which it would end."""
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(["manage.py", *words])
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - as Python itself, at the end of a process
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django import setup

    from tools.management import remove_time_limits

    remove_time_limits(os.environ)
    setup()
    # What most commands use is loaded once.
    import tests.browser.things  # noqa: F401

    serve_commands()
