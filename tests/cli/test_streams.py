"""Where output goes: pipes that break, streams that are closed, disks that are full, work that is interrupted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from admiralty.core.errors import Complaint
from admiralty.run.files import write_text

from .conftest import STRIKE

COMMAND = f"{sys.executable} -m admiralty"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, env={**os.environ, "COLUMNS": "80"})


def test_a_reader_that_has_gone() -> None:
    found = shell(f"{COMMAND} odds {STRIKE} --json | head -c 1")
    assert (found.stdout, found.stderr) == ("{", "")


def test_a_closed_stdout() -> None:
    assert "Traceback" not in shell(f"{COMMAND} rules wave >&-").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk() -> None:
    found = shell(f"{COMMAND} rules wave > /dev/full")
    assert found.returncode == 1
    assert "No space left on device" in found.stderr
    assert "Traceback" not in found.stderr


def test_a_terminal_without_the_letters() -> None:
    found = shell(f"PYTHONIOENCODING=ascii {COMMAND} odds {STRIKE} --measure hp:cv")
    assert (found.returncode, found.stderr) == (0, "")


def test_progress_and_messages_stay_out_of_the_output() -> None:
    found = shell(
        f"{COMMAND} odds {STRIKE} --sample 1000 --json 2>/dev/null | {sys.executable} -m json.tool >/dev/null"
    )
    assert found.returncode == 0


def test_a_file_that_cannot_be_finished_is_not_begun(workshop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = workshop / "kept.txt"
    file.write_text("before")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Complaint, match="No space left on device"):
        write_text(file, "after")
    assert file.read_text() == "before"
    assert list(workshop.iterdir()) == [file]


def test_a_written_file_keeps_its_rights_and_its_link(workshop: Path) -> None:
    real, link = workshop / "real.txt", workshop / "link.txt"
    real.write_text("before")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(link, "after")
    assert (real.read_text(), link.is_symlink(), real.stat().st_mode & 0o777) == ("after", True, 0o640)


def test_exact_odds_that_are_interrupted_say_where_they_were(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from admiralty.run.spread import engine as spread

    advance = spread.Engine._advance

    def stopping(engine: Any, name: str, product: Any) -> None:
        if name == "flak":
            raise KeyboardInterrupt
        advance(engine, name, product)

    monkeypatch.setattr(spread.Engine, "_advance", stopping)
    said = run("odds", STRIKE, code=130).stderr
    assert "Stopped at flak" in said
    assert "--sample" in said


def test_an_interrupted_sample_shows_what_is_done(data: Any, toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from functools import partial

    from admiralty.run import sample

    def stopping(job: Any, sizes: Any, workers: int = 1) -> Any:
        yield job.run(0, sizes[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(sample, "_here", stopping)
    monkeypatch.setattr(sample, "_in_workers", stopping)
    monkeypatch.setattr(sample, "sample", partial(sample.sample, method="single"))
    assert data("odds", toy, "--bots", "--sample", 5000)["certainty"]["battles"] == 500


def test_interrupted_checks_say_how_far_they_came(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from admiralty.run import check

    first = check.check
    seen: list[str] = []

    def stopping(case: Any, ruleset: str, find: Any) -> Any:
        if seen:
            raise KeyboardInterrupt
        seen.append(case["id"])
        return first(case, ruleset, find)

    monkeypatch.setattr(check, "check", stopping)
    said = run("check", Path(__file__).parents[1] / "golden" / "dice.json", code=130).stdout
    assert "1 of 5 cases pass." in said
    assert "4 cases were not reached" in said
