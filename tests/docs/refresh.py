"""Bring the pages that are sessions up to date: run them, and write down what is printed now.

    PYTHONPATH=tests python -m docs.refresh [docs/table.md ...]

Handles of questions hold a digest of the battle's state, so those in sheets are brought up to date on the way. Outputs
that leave lines out are kept as they are if they still hold. Read what changed before you keep it.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from .session import LEFT_OUT, ROOT, Block, Session, blocks, same, terminal

HANDLE = re.compile(r"\b(\d+-\w+)@[0-9a-f]{12}\b")
PAGES = ("docs/table.md", "docs/table.ru.md")


def refreshed(page: str, session: Session) -> str:
    """The page's text with what its commands print now."""
    done, printed, handles = 0, "", dict[str, str]()
    while block := next((one for one in blocks(page) if one.start >= done), None):
        block = block._replace(text=_renewed(block.text, handles))
        if block.language == "sh":
            code, printed = session.run(block)
            handles |= {found[1]: found[0] for found in HANDLE.finditer(printed)}
            if code != (1 if block.more == "refused" else 0):
                print(f"exit code {code}:\n{block.text}{printed}", file=sys.stderr)
        elif block.more:
            session.write(block)
        elif block.language == "text":
            block = block._replace(text=_shown(block, printed))
        page = page[: block.start] + block.text + page[block.end :]
        done = block.start + len(block.text)
    return page


def _renewed(text: str, handles: dict[str, str]) -> str:
    return HANDLE.sub(lambda found: handles.get(found[1], found[0]), text)


def _shown(block: Block, printed: str) -> str:
    if same(block.text, printed):
        return block.text
    if LEFT_OUT in block.text.splitlines():
        print(f"look at this one yourself:\n{block.text}--- now:\n{printed}", file=sys.stderr)
        return block.text
    return printed


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        with tempfile.TemporaryDirectory() as folder, terminal(Path(folder)) as session:
            file = ROOT / name
            file.write_text(refreshed(file.read_text(encoding="utf-8"), session), encoding="utf-8")
