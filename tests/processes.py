"""Which processes live: what Linux says in /proc."""

from pathlib import Path


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and is not yet waited for does not."""
    return _field(pid, 0) not in (None, "Z")


def children_of(pid: int) -> dict[int, str]:
    """The live children of a process and their command lines."""
    return {
        child: Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8").replace("\0", " ")
        for child in (int(path.name) for path in Path("/proc").glob("[0-9]*"))
        if _field(child, 1) == str(pid) and alive(child)
    }


def _field(pid: int, place: int) -> str | None:
    """A field of the process after its name: its state is 0, its parent 1."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    return stat.rpartition(")")[2].split()[place]
