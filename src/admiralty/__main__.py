"""``python -m admiralty``."""

from .cli import main

main()
