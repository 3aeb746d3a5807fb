# make play   sets everything up and opens the tables      make test    sets everything up and checks everything
# make check  the quick part of "make test", while working: style, types, and the tests of core, rail and games
# make bench  measures the speed                          make clean   removes everything that the others create
# make fast   compiles the rules into .venv-fast and measures their speed; "make play" uses them while they are up to date
# make soak   checks for a long time what "make test" checks briefly: hostile requests, kill -9, whole games
#             in the browser, lessons in all languages, puzzles, the contract, refusals, moves as numbers
# make lighthouse  measures how soon the lobby and a table are seen on a slow phone; fetches Lighthouse
# make lock   renews deploy/*.lock, by which the container is built
# make audit  asks whether anything that is installed is known to be unsafe; without a network it says so and goes on
#
# Needed: Python 3.11 or newer, git and make. Choose a Python with "make play PYTHON=/path/to/python3".
# "make test" needs Chromium, and installs it if there is none; it also needs a C compiler, as "make fast" does.

# Always keep compiled modules, because the tests start many programs.
export PYTHONDONTWRITEBYTECODE =

PYTHON ?=
CANDIDATES = $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python
BIN = .venv/bin
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
NPM = $(BIN)/python hatch_build.py
CLIENT = hatch_build.py $(shell find client -name node_modules -prune -o -type f -print)

.PHONY: play fast test check static soak bench lighthouse clean lock audit

play: .venv/ready-to-play
	@$$($(BIN)/python hatch_rules.py)/bin/engineshed serve

# The wheel is compiled, and is kept under build/ until the sources change. The rules are installed with everything else.
fast: .venv/ready-to-play
	@$(BIN)/python hatch_rules.py | grep -q fast || { \
	  rm -rf .venv-fast build/fast && $(BIN)/python -m venv .venv-fast && \
	  ENGINESHED_COMPILE=require $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir build/fast . && \
	  .venv-fast/bin/python -m pip install --quiet --disable-pip-version-check build/fast/*.whl && \
	  $(BIN)/python hatch_rules.py installed; }
	@.venv-fast/bin/engineshed bench

test: .venv/ready-to-test chromium static
	$(BIN)/pytest

check: .venv/ready-to-test static
	$(BIN)/pytest tests/core tests/rail tests/games

static: .venv/ready-to-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(NPM) run check

soak: .venv/ready-to-test
	ENGINESHED_SOAK=1 $(BIN)/pytest tests/server/test_hostile_*.py tests/server/test_kill.py tests/server/test_cluster.py \
	  tests/browser/test_*_game*.py tests/browser/test_xss.py tests/browser/test_explaining.py tests/browser/test_layout.py \
	  tests/browser/test_review.py tests/browser/test_standing.py tests/browser/test_contrast.py \
	  tests/browser/test_access.py tests/browser/test_loading.py tests/browser/test_responses.py
	ENGINESHED_SOAK=1 $(BIN)/pytest tests/browser/test_lessons.py tests/lab/test_puzzles.py tests/bots/test_advising.py
	ENGINESHED_SOAK=1 $(BIN)/pytest tests/refusals tests/adapters
	$(BIN)/python -c 'from engineshed.core.registry import find_game, game_ids; from engineshed.testing import check_game; \
	  [print(name, check_game(find_game(name), games=10, refusals=100_000)) for name in game_ids()]'

bench: .venv/ready-to-play
	@$(BIN)/engineshed bench

lighthouse: .venv/ready-to-test chromium
	@$(BIN)/python -m tests.browser.lighthouse

lock: .venv/ready-to-play
	$(BIN)/python deploy/lock.py

# Both ask a database on the network. The target fails if they know of a problem, but not if they cannot be reached.
audit: .venv/ready-to-test
	@$(BIN)/python deploy/audit.py

clean:
	rm -rf .venv .venv-fast build dist client/node_modules src/engineshed/page .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps depend on pyproject.toml, which has the dependencies, commands and entry points, and on the sources of the
# client, because installing builds the page. Python code is installed in place and needs no reinstallation.

.venv/ready-to-play: pyproject.toml $(CLIENT)
	@$(MAKE) --no-print-directory .venv/usable
	@$(PIP_INSTALL) -e .
	@touch $@

.venv/ready-to-test: pyproject.toml $(CLIENT)
	@$(MAKE) --no-print-directory .venv/usable
	@$(PIP_INSTALL) -e '.[dev]'
	@touch .venv/ready-to-play $@

# Not a real file: if setting up .venv was interrupted, it may have a python but no pip, so the recipe tries pip.
.PHONY: .venv/usable
.venv/usable:
	@$(BIN)/python -m pip --version >/dev/null 2>&1 && exit; \
	for python in $(CANDIDATES); do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Setting up .venv with $$("$$python" --version); this takes a moment and happens once."; \
	    exec "$$python" -m venv --clear .venv; \
	  fi; \
	done; \
	echo "Engine Shed needs Python 3.11 or newer with its modules venv and ensurepip, and found none." >&2; \
	echo "Install one (on Debian and Ubuntu the packages python3 and python3-venv), or name it:" >&2; \
	echo "  make play PYTHON=/path/to/python3" >&2; \
	exit 1

# Prefer the system's Chromium, because its package includes all the libraries that it needs; the one without windows
# takes half the time.
.PHONY: chromium
chromium: .venv/ready-to-test
	@$(BIN)/python -m tests.browser.chromium && exit; \
	echo "Setting up Chromium for the browser tests; this takes a moment and happens once."; \
	if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
	if command -v apt-get >/dev/null; then \
	  $$as_root apt-get update -qq; \
	  for browser in chromium-headless-shell chromium; do \
	    $$as_root apt-get install -qq -y --no-install-recommends $$browser >/dev/null && exit; \
	  done; \
	fi; \
	$(BIN)/playwright install chromium && exit; \
	echo "The browser tests need Chromium, and it could not be installed. Install it by hand (chromium or" >&2; \
	echo "google-chrome on PATH), or name it: make test ENGINESHED_CHROMIUM=/path/to/chromium" >&2; \
	exit 1
