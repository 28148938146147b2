"""How fast Admiralty answers, beside icepool, dyce and nashpy on the same questions. Run ``make bench``."""
