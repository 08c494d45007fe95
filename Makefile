# The two commands that a newcomer needs are `make league` and `make test`; both set up first.
# uv is used where it is installed, else venv and pip. PYTHON names another interpreter.

PYTHON ?= python3
BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)
SETUP := .venv/.set-up
LINT := .venv/.set-up-lint

ifdef UV
MAKE_VENV := uv venv --quiet --allow-existing --python $(PYTHON) .venv
INSTALL := uv pip install --quiet --python $(BIN)/python
else
MAKE_VENV := $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
INSTALL := $(BIN)/python -m pip install --quiet
endif

.PHONY: help league test lint format protos bench clean

help: ## Say what there is to make.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

league: $(SETUP) ## Set up, and run the starter league.
	$(BIN)/arena league run leagues/starter.toml

test: $(SETUP) ## Set up, and run all tests.
	$(BIN)/python -m pytest -n 2

lint: $(LINT) ## Formatting, style, types, layers, the protocol's lint and its generated code.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd protos && ../$(BIN)/buf lint
	.ci/generated-code-is-current

format: $(LINT) ## Format the code, and mend what can be mended.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

protos: $(LINT) ## Generate arena/v1 from protos/.
	$(BIN)/python -m grpc_tools.protoc -I protos --python_out=. --pyi_out=. --grpc_python_out=. \
		arena/v1/arena.proto

bench: $(SETUP) ## Measure the engine, the referee and the ratings (minutes).
	for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

clean: ## Forget the set-up.
	rm -rf .venv

$(SETUP): pyproject.toml
	@echo "setting up .venv"
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(not (3, 11) <= v <= (3, 13) and \
		"arena needs Python 3.11 to 3.13, $(PYTHON) is %d.%d: make PYTHON=python3.12 …" % v)'
	@$(MAKE_VENV)
	@$(INSTALL) --editable . --group test
	@touch $@

$(LINT): $(SETUP)
	@$(INSTALL) --group lint
	@touch $@
