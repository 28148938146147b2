# make demo    a fighter phase, from its scenario to exact odds, an audited battle and an HTML replay
# make test    every test                          make test ARGS="tests/wave -k flak"
# make check   lint, format, types, import arrows  (make -k check shows all that is wrong, not only the first)
# make messages   bring the catalogues of other languages up to date with the sentences in the sources
# make bench   measure, and keep what came out in bench/results.md
# make clean   away with everything that was made, but .venv; make distclean takes that too
#
# All of them make .venv first if it is not there. PYTHON=/path/to/python3.12 names the Python to make it with.

VENV := .venv
BIN  := $(VENV)/bin
ARGS ?=
PYTHON ?=
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11 python3.14)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

DEMO := demo-out
LOCALE := src/admiralty/report/locale
SCENARIO := examples/carrier_strike.toml
SEED := 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef

# The stamps say what is in .venv. The install is editable, so only pyproject.toml can make it stale.
READY := $(VENV)/.ready
PLOT  := $(VENV)/.installed-plot
DEV   := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help demo test check lint format types imports messages bench clean distclean

help:
	@sed -n '/^# make/s/^# //p' Makefile

$(READY):
	@new='import sys; sys.exit(sys.version_info < (3, 11))'; good="import ensurepip, venv; $$new"; \
	if [ -L $(BIN)/python ] && ! $(BIN)/python -c "$$new" 2>/dev/null; then \
	    echo "The Python in $(VENV) is gone, or older than 3.11. Remove $(VENV) and run make again." >&2; exit 1; \
	fi; \
	if $(BIN)/python -m pip --version >/dev/null 2>&1; then touch $@; exit 0; fi; \
	for python in $(PYTHONS); do \
	    if "$$python" -c "$$good" >/dev/null 2>&1; then \
	        echo "Making $(VENV) with $$("$$python" -c 'import sys; print(sys.executable, sys.version.split()[0])')"; \
	        "$$python" -m venv $(VENV) && touch $@; exit; \
	    fi; \
	done; \
	echo "Admiralty needs Python 3.11 or newer with its venv module; none of these is that: $(PYTHONS)" >&2; \
	echo "On Debian or Ubuntu: apt-get install python3-venv. Elsewhere: make PYTHON=/path/to/python3.12" >&2; \
	exit 1

$(PLOT): $(READY) pyproject.toml
	@echo "Installing Admiralty and its charts into $(VENV): a minute or so, the first time"
	@$(PIP) install --editable '.[plot]'
	@touch $@

$(DEV): $(READY) pyproject.toml
	@echo "Installing Admiralty and its tools into $(VENV): a minute or two, the first time"
	@$(PIP) install --editable '.[plot,dev]'
	@touch $(PLOT) $@

demo: $(PLOT)
	@mkdir -p $(DEMO)
	$(BIN)/admiralty odds $(SCENARIO)
	$(BIN)/admiralty odds $(SCENARIO) --plot $(DEMO)/odds.svg
	$(BIN)/admiralty fight $(SCENARIO) --seed $(SEED) --out $(DEMO)/battle.jsonl
	$(BIN)/admiralty replay $(DEMO)/battle.jsonl --as html --out $(DEMO)/replay.html
	$(BIN)/admiralty verify $(DEMO)/battle.jsonl
	@echo
	@echo "The odds are drawn in $(DEMO)/odds.svg; open $(DEMO)/replay.html in a browser to see the battle, die by die."

test: $(DEV)
	$(BIN)/python -m pytest -n auto $(ARGS)

check: lint format types imports

lint: $(DEV)
	$(BIN)/ruff check .

format: $(DEV)
	$(BIN)/ruff format --check .

types: $(DEV)
	$(BIN)/mypy

imports: $(DEV)
	$(BIN)/lint-imports --no-cache

# New sentences come in without a translation, those that are gone go. What differs at every run is taken out again.
messages: $(DEV)
	@mkdir -p build
	$(BIN)/pybabel --quiet extract -F src/admiralty/report/babel.cfg -k say:1 -k count:1,2 --no-location --sort-output \
	    -o build/admiralty.pot src/admiralty
	$(BIN)/pybabel --quiet update -D admiralty -i build/admiralty.pot -d $(LOCALE) --no-fuzzy-matching --no-wrap \
	    --ignore-obsolete
	@for file in $(LOCALE)/*/LC_MESSAGES/admiralty.po; do \
	    sed -E -e '/^"(Project|Report|POT|PO|Last|Language-Team|Generated)[A-Za-z-]*:/d' -e '/^#, python-/d' \
	        "$$file" > build/messages.po && cp build/messages.po "$$file"; \
	done

bench: $(DEV)
	$(BIN)/python -m bench $(ARGS)

clean:
	rm -rf $(DEMO) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean
	rm -rf $(VENV)
