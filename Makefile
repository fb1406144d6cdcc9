# Everything that a checkout needs; `make` lists it.
# Settings: PYTHON makes .venv, CXX compiles, ARCH is the -march of the native module, WORKERS run the tests,
# SEED is the fuzzers'. NO_APT=1 installs no Chromium.

PYTHON  ?= python3
ARCH    ?= native
WORKERS ?= 2
SEED    ?= 1

BIN    := .venv/bin
STAMPS := .venv/stamps
NATIVE := $(shell find native -not -path 'native/checks*' 2>/dev/null)
# Two makes at once set up one after the other, where the system has flock; the second then finds all done.
LOCK   := $(shell command -v flock >/dev/null 2>&1 && echo flock Makefile)
PIP    := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt

# Lists of requirements are read from pyproject.toml, their only home: $(call listed,project dependencies)
listed = $(BIN)/python -c 'import functools, sys, tomllib; \
	print(*functools.reduce(dict.__getitem__, sys.argv[1:], tomllib.load(open("pyproject.toml", "rb"))), sep="\n")' $(1)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run test check long bench sanitize

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ready-to-play ## let four agents play the same Expert boards, and print how good each is
	@$(BIN)/hazard match mines mines/random mines/rules mines/equations mines/exact \
		--level expert --rule open --games 10000 --seed 1
	@printf '%s\n' '' 'What to try next:' \
		'  $(BIN)/hazard play mines                        play in this terminal; a key shows the exact risks' \
		'  $(BIN)/hazard play mines --agent mines/exact    watch an agent, with what it thinks of each cell' \
		'  $(BIN)/hazard agents                            who can play' \
		'  $(BIN)/hazard --help                            everything else'

test: check build/checks/plain ## the checks, then all tests but the long ones
	build/checks/plain all 200000
	$(BIN)/pytest -n $(WORKERS)

check: ready-to-test ## lint, format, types, import law
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/lint-imports --no-logo --cache-dir build/cache/import-linter

long: ready-for-long sanitize build/checks/plain ## the tests that take minutes, ten million fuzzed inputs among them
	build/checks/plain all 10000000 $(SEED)
	$(BIN)/pytest -n $(WORKERS) -m long

sanitize: build/checks/address build/checks/threads ## fuzz the native core under sanitizers: address, undefined, leaks, threads
	build/checks/address all 300000 $(SEED)
	build/checks/threads play 10000 $(SEED)

bench: ready-to-test ## print the rows of BENCHMARKS.md
	@set -e; for file in $(sort $(wildcard benchmarks/[a-z]*.py)); do echo "== $$file"; $(BIN)/python "$$file"; done

# The native core without Python, fed with random and mutated inputs; native/checks/main.cpp says how.
CHECKED := $(wildcard native/checks/*.cpp native/mines/*.cpp native/dice/*.cpp)
CHECK_FLAGS_plain := -O2 -march=native
CHECK_FLAGS_address := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
CHECK_FLAGS_threads := -O1 -fsanitize=thread

build/checks/%: $(CHECKED) $(wildcard native/*/*.hpp)
	@echo 'Building the native checks ($*)' && mkdir -p build/checks
	@$${CXX:-c++} -std=c++20 -g -ffp-contract=off $(CHECK_FLAGS_$*) -Wall -Wextra -Inative $(CHECKED) -o $@ -pthread

# What follows sets up .venv. A stamp's date says when its step last began: what changed meanwhile is newer.

.PHONY: ready-to-play ready-to-test ready-for-long chromium
ready-to-play:
	@$(LOCK) $(MAKE) --silent $(STAMPS)/native $(STAMPS)/play
ready-to-test:
	@$(LOCK) $(MAKE) --silent $(STAMPS)/native $(STAMPS)/test chromium
ready-for-long:
	@$(LOCK) $(MAKE) --silent $(STAMPS)/native $(STAMPS)/test $(STAMPS)/long chromium

$(STAMPS)/venv:
	@command -v $(PYTHON) >/dev/null 2>&1 && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Hazard needs Python 3.11 or newer; $(PYTHON) is older or missing. Name another: make PYTHON=python3.12 …" >&2; exit 1; }
	$(need_compiler)
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ echo "$(PYTHON) comes without venv; install it (Debian: apt install python3-venv)" >&2; exit 1; }
	@echo 'Creating .venv'
	@$(PYTHON) -m venv .venv
	@mkdir -p $(STAMPS) && touch $@

# The build's own needs come first and into .venv too: a later rebuild then downloads nothing.
$(STAMPS)/base: pyproject.toml constraints.txt | $(STAMPS)/venv
	@echo 'Installing what Hazard needs' && touch $@.new
	@{ $(call listed,build-system requires) && $(call listed,project dependencies); } > $@.txt
	@$(PIP) --requirement $@.txt
	@$(BIN)/python -c 'from scikit_build_core.build import get_requires_for_build_editable as more; \
		print(*more(), sep="\n")' > $@.txt # cmake, where the system has none
	@$(PIP) --requirement $@.txt
	@mv $@.new $@

$(STAMPS)/play: pyproject.toml constraints.txt | $(STAMPS)/base
	$(call install,agents that are networks need,project optional-dependencies play)

$(STAMPS)/test: pyproject.toml constraints.txt | $(STAMPS)/base
	$(call install,the checks and tests need,project optional-dependencies test)

$(STAMPS)/long: pyproject.toml constraints.txt | $(STAMPS)/base
	$(call install,the long tests need besides,dependency-groups long)

# What the browser's tests drive: Debian's packages, where they are missing and we may install them.
CHROMIUM := chromium chromium-driver
chromium:
	@if command -v chromium >/dev/null 2>&1 && command -v chromedriver >/dev/null 2>&1; then exit 0; fi; \
	without='the tests of the browser will be skipped (with CI=true: fail). To have them: apt install $(CHROMIUM)'; \
	if [ -n '$(NO_APT)' ]; then echo "NO_APT: $$without"; exit 0; fi; \
	command -v apt-get >/dev/null 2>&1 || { echo "No Chromium, and no apt: $$without"; exit 0; }; \
	if [ "$$(id -u)" = 0 ]; then sudo=; elif sudo -n true 2>/dev/null; then sudo='sudo -n'; \
	else echo "No Chromium, and not allowed to install it: $$without"; exit 0; fi; \
	echo 'Fetching $(CHROMIUM) with apt for the tests of the browser (NO_APT=1 refuses)'; \
	$$sudo apt-get update -qq && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(CHROMIUM) >/dev/null || \
		echo "apt did not manage: $$without"

# In CI a compiler's warning is an error; elsewhere a new compiler may know more warnings than we do.
$(STAMPS)/native: $(NATIVE) CMakeLists.txt pyproject.toml | $(STAMPS)/base
	$(need_compiler)
	@echo 'Building the native module (a minute or so)' && touch $@.new
	@$(PIP) --no-deps --no-build-isolation \
		--config-settings=build-dir=.venv/native --config-settings=cmake.define.HAZARD_ARCH=$(ARCH) \
		$(if $(filter true,$(CI)),--config-settings=cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON) \
		--editable .
	@mv $@.new $@

define install
@echo 'Installing what $(1)' && touch $@.new
@$(call listed,$(2)) > $@.txt
@$(PIP) --requirement $@.txt
@mv $@.new $@
endef

define need_compiler
@echo '#include <span>' | $${CXX:-c++} -std=c++20 -x c++ -fsyntax-only - 2>/dev/null || \
	{ echo "No C++20 compiler: $${CXX:-c++} does not work. Install one (Debian: apt install g++) or set CXX." >&2; exit 1; }
endef
