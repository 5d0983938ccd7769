# Keepers: `make run` and `make test` set up everything they need. See README.md.
SHELL := /bin/bash
BUILD := .build/release
FLAGS := --explicit-target-dependency-import-check error
RELEASE := -c release --static-swift-stdlib
export SWIFT_BACKTRACE := enable=no
CARD ?=
ARGS ?=

.PHONY: run build test test-all readback lint format bench fuzz demo screenshots flicker setup setup-test setup-screens

setup:
	@scripts/setup run
setup-test:
	@scripts/setup test
setup-screens:
	@scripts/setup screens

build: setup
	@swift build $(FLAGS) $(RELEASE) --product keepers

# Opens the screens on CARD=/media/card, or on a generated demo card; without a terminal it prints the shortlist.
run: build
	@scripts/run "$(CARD)" $(ARGS)

demo: build
	@$(BUILD)/keepers demo .local/demo --frames 120 --seed 1 $$([ -e .local/photos/complete ] && echo --photos .local/photos)

test: setup-test
	@scripts/test

# The slow ones too: long replays, kill -9 at random moments, big cards.
test-all: setup-test
	@KEEPERS_SLOW=1 scripts/test
	@scripts/flicker

# What darktable (installed here, with some 50 packages that it needs) understands of our sidecars; without it this is not tested.
readback: setup-test
	@scripts/setup darktable
	@KEEPERS_SLOW=1 scripts/test --filter KeepersTests.ProfileTests

lint:
	@swift format lint --strict --recursive Package.swift Sources Tests
	@scripts/lint

format:
	@swift format --in-place --recursive Package.swift Sources Tests

# Ratios with their limits; ARGS="walk screen --card DIR" measures a part, on a card that is kept.
bench: build
	@scripts/setup bench
	@swift build $(FLAGS) $(RELEASE) --product keepers-bench
	@$(BUILD)/keepers-bench $(ARGS)

# Docs pictures of every screen in every terminal (scripts/screens.txt lists the screens); ARGS="kitty --only grid" makes a part.
screenshots: build setup-screens
	@scripts/screenshots $(ARGS)

# No pixel of a thumbnail may change while the focus moves, in xterm and kitty.
flicker: build setup-screens
	@scripts/flicker $(or $(FRAMES),150)

# Each fuzz entry for MINUTES (default 10).
fuzz: setup
	@scripts/fuzz $(or $(MINUTES),10)
