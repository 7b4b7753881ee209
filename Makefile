# The front door. All logic is in CMake (CMakeLists.txt, CMakePresets.json) and in scripts/. The benchmarks take OPTIONS="...".
.PHONY: bootstrap-test help run build learn check test test-long fuzz lint coverage mutate prove prove-all docs web run-web bench compare compare-variants compare-pgn install deb windows amalgamation release abi format regenerate clean

help:
	@echo "make run        get what the build needs, build, count the start position to depth 6"
	@echo "make build      get what the build needs, build the program: build/release/plyforge"
	@echo "make learn      build and check the programs of docs/learn; MINE=FILE CHAPTER=N checks yours"
	@echo "make check      build, and run in three minutes the tests that matter while you work"
	@echo "make test       get what the tests need, build, run all tests (plain, then with sanitizers)"
	@echo "make test-long  the same with every count up to 1e8 nodes"
	@echo "make fuzz       every fuzzer for a minute, with executions and coverage"
	@echo "make lint       static analysis of C, Python and TypeScript"
	@echo "make coverage   which lines and branches of src/ the tests reach"
	@echo "make mutate     small mistakes in the generator, one at a time: do the tests notice?"
	@echo "make prove      a machine-checked proof: lists of legal moves, legality, playing and setups, in every position"
	@echo "make prove-all  the same with 150 mutants and 100,000 random positions; over half an hour of processor time"
	@echo "make docs       the site: docs/, the references, the explorer: build/docs/html/index.html"
	@echo "make web        the explorer page, a static folder: web/dist"
	@echo "make run-web    builds it, serves it on this machine (PORT=8960) and prints the address"
	@echo "make bench      speed of this machine on known positions"
	@echo "make compare    the same side by side with Stockfish"
	@echo "make compare-variants  the variants side by side with Fairy-Stockfish"
	@echo "make compare-pgn  PGN reading side by side with pgn-extract"
	@echo "make install    install under PREFIX (default /usr/local); DESTDIR is honoured"
	@echo "make deb        Debian packages of library, headers and program: build/deb/*.deb"
	@echo "make windows    program and DLL for x86-64 Windows: build/windows/*.zip"
	@echo "make amalgamation  the portable library as two files: build/release/amalgamation"
	@echo "make release    all that is published, from a fresh clone of the commit: dist/"
	@echo "make abi        describe the ABI as it is now; see docs/compatibility.md"
	@echo "make format     format the sources"
	@echo "make regenerate write the sessions and pictures in docs/ again"
	@echo "make clean      remove build/"

run: build
	build/release/plyforge perft 6 --show --divide

build:
	scripts/bootstrap build
	cmake --preset release
	cmake --build --preset release

learn: build
	examples/learn/mark build/release/plyforge $(if $(MINE),--mine "$(MINE)") $(if $(CHAPTER),--chapter $(CHAPTER))

check:
	scripts/bootstrap test
	scripts/check

test:
	scripts/bootstrap test
	scripts/run-tests test asan fuzz cuda

test-long:
	scripts/bootstrap test-long
	scripts/run-tests test-long asan tsan msan fuzz cuda
	scripts/fuzz 20
	scripts/lint

fuzz:
	scripts/bootstrap test
	scripts/fuzz 60

lint:
	scripts/bootstrap test-long
	scripts/lint

coverage:
	scripts/bootstrap test-long
	scripts/coverage

mutate:
	scripts/bootstrap test
	scripts/mutate --count 350 --log build/mutants.log

prove: build
	scripts/bootstrap test
	scripts/prove

prove-all: build
	scripts/bootstrap test
	scripts/prove --sample 100000
	scripts/prove --mutants 150 --seed 1 --log build/proof-mutants.json --table build/proof-mutants.tsv
	scripts/prove

docs: web
	cmake --preset test
	cmake --build --preset test --target plyforge_program plyforge_python_package
	scripts/make-docs build/test build/docs

web: bootstrap-test bindings/javascript/build/built
	cd web && $(NPM_INSTALL) && npm run build

run-web: web
	cd web && npm run --silent serve $(if $(PORT),-- $(PORT))

bootstrap-test:
	scripts/bootstrap test

# What is installed already is not asked for again.
NPM_INSTALL = { npm ls >/dev/null 2>&1 || npm ci --ignore-scripts --no-audit --no-fund; }

# The package is built again when one of its sources has changed.
bindings/javascript/build/built: $(shell find src include bindings/javascript/package.json bindings/javascript/tsconfig.json bindings/javascript/scripts bindings/javascript/wasm bindings/javascript/src -type f -not -path '*/src/wasm/*') | bootstrap-test
	cd bindings/javascript && $(NPM_INSTALL) && npm run build

bench: build
	build/release/plyforge bench $(OPTIONS)

compare: build
	scripts/bootstrap test
	bench/compare $(OPTIONS)

compare-variants: build
	scripts/bootstrap test
	bench/compare_variants $(OPTIONS)

compare-pgn: build
	scripts/bootstrap test
	cmake --build --preset release --target make_pgn
	bench/pgn_compare $(OPTIONS)

install: build
	cmake --install build/release $(if $(PREFIX),--prefix "$(PREFIX)")
	@# The loader finds a new shared library only after ldconfig, which needs root.
	@if [ -z "$(DESTDIR)$(PREFIX)" ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

deb:
	scripts/bootstrap test-long
	cmake --preset deb
	cmake --build --preset deb
	cd build/deb && cpack

windows:
	scripts/bootstrap windows
	cmake --preset windows
	cmake --build --preset windows
	cd build/windows && cpack -G ZIP

amalgamation:
	scripts/bootstrap build
	cmake --preset release
	cmake --build --preset release --target amalgamation

release:
	scripts/bootstrap test-long
	scripts/release

abi:
	scripts/bootstrap test
	tests/build/abi.sh "$$PWD" update

format:
	git ls-files '*.c' '*.h' '*.cpp' '*.hpp' | xargs clang-format -i
	@if cd scripts/typescript && $(NPM_INSTALL); then npm run --silent format; \
	else echo "format: npm cannot install Prettier; TypeScript and JavaScript are left as they are"; fi

regenerate:
	scripts/bootstrap test
	cmake --preset test
	cmake --build --preset test --target plyforge_program broken_engine make_torture
	scripts/regenerate build/test

clean:
	cmake -E rm -rf build
