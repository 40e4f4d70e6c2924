# Shortcuts for tools/: `make` lists them.
PY ?= python3
VENV := .venv/bin
POSTGRESQL ?= postgres://postgres@127.0.0.1:5432/test
REDIS ?= redis://127.0.0.1:6379/15
LOCK := $(VENV)/uv pip compile -q --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links
export HALL DEMO PORT

.DEFAULT_GOAL := help
.PHONY: help setup dev run play demo-reset backup restore test test-services test-scripts test-browser test-sequences soak check bench load messages \
	schema notation errors import-graph screenshots pictures docs docs-tools lock

help: ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /	/' | expand -t 16

setup: ## create the environment in .venv and compile the translations
	@$(PY) -m tools.environment base

dev:
	@$(PY) -m tools.environment dev

run: ## run the server (HALL=1: phones can connect; DEMO=0: a real club; PORT=8080)
	@exec $(PY) -m tools.server

play: setup ## simulated players play the running event: make play ARGS="--rounds 1"
	@$(VENV)/python manage.py play $(ARGS)

demo-reset: ## replace the demo by a new one
	@$(PY) -m tools.backup reset

backup: ## create a backup in var/backups while the server runs
	@$(PY) -m tools.backup copy

restore: ## restore a backup: make restore FROM=var/backups/...
	@$(PY) -m tools.backup restore $(FROM)

test: dev ## the suite, on SQLite and the embedded broker
	@$(VENV)/pytest -q -n auto --dist worksteal

test-services: dev ## the suite that needs PostgreSQL and Redis
	@DATABASE_URL=$(POSTGRESQL) REDIS_URL=$(REDIS) $(VENV)/pytest -q -m services tests/services -n 2 --dist worksteal --durations 15

test-scripts: node_modules ## the long tests of the scripts: random sequences and mutants of the pad, lint of docs/openapi.json; needs node
	@npm run --silent openapi && npm run --silent test-long

node_modules: package-lock.json
	@npm ci --no-audit --no-fund --silent && touch node_modules

test-browser: dev node_modules ## the suite that needs Chromium and node
	@$(VENV)/pytest -q -m "$(or $(MARKED),browser)" tests/browser -n 4 --dist loadgroup --no-loadscope-reorder --durations 15

test-sequences: dev node_modules ## of these, the random sequences of taps and faults on two phones
	@$(VENV)/pytest -q -m sequences tests/browser

soak: dev ## forty pads on a bad network, 10,000 hands (HANDS=1000: a tenth of it; SEED=2)
	@$(VENV)/python -m soak --hands $(or $(HANDS),10000) --seed $(or $(SEED),1)

check: dev docs-tools ## types, lint, imports, migrations, catalogues, schema, docs and their site, scripts, language, audit
	@! command -v npm >/dev/null || $(MAKE) --silent node_modules
	@$(VENV)/python -m tools.check

bench: dev ## measure; figures for docs/reference/performance.md
	@$(VENV)/python -m bench $(ONLY)

load: dev ## a load test of any server: make load ADDRESS=https://... TOKEN=... ARGS="--spectators 200"
	@TOKEN="$(TOKEN)" $(VENV)/python -m bench.load $(ADDRESS) $(ARGS)

messages: dev ## collect the strings into the catalogues in locale/, and compile them
	@$(VENV)/python -m tools.catalogues

screenshots: dev ## every screen into docs/screenshots/all (ONLY=pad: some of them)
	@$(VENV)/python -m tools.screenshots $(ONLY)

pictures: dev ## the pictures of the README and the guide, into docs/screenshots
	@$(VENV)/python -m tools.pictures

schema: dev ## write docs/openapi.json from the code
	@$(VENV)/python -m tools.schema

notation: dev ## write docs/reference/notation-schemas.md from the code
	@$(VENV)/python -m tools.notation_reference

errors: dev ## write docs/reference/errors.md from the code
	@$(VENV)/python -m tools.error_reference

import-graph: dev ## draw docs/explanation/packages.svg from the imports
	@$(VENV)/python -m tools.import_graph

docs-tools: dev
	@$(PY) -m tools.environment docs

docs: docs-tools ## build the documentation into build/docs; a broken link is an error
	@$(VENV)/python -m tools.docs_site

lock: dev ## resolve the requirements again; PACKAGE=django takes a newer one
	@$(LOCK) requirements/base.in -o requirements/base.txt $(addprefix --upgrade-package ,$(PACKAGE))
	@$(LOCK) requirements/dev.in -o requirements/dev.txt $(addprefix --upgrade-package ,$(PACKAGE))
	@$(LOCK) requirements/docs.in -o requirements/docs.txt $(addprefix --upgrade-package ,$(PACKAGE))
