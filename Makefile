# The verbs of this repository. `make help` lists them; each sets up what it needs.
# Needs make and Node 20.19 or later; a control plane for tests is built with Go where there is none.
# With NODE=20, 22 or 24 a target runs on that Node of hack/node-versions.json, taken from its npm package.

.DEFAULT_GOAL := help
.PHONY: help build demo test test-unit fresh-test prove fuzz soak mutants conformance lint golden bench clean

ifdef NODE
# npm finds its settings beside the Node that runs it.
export npm_config_globalconfig := $(shell npm config get globalconfig)
chosen_node := $(shell node hack/node.js '$(NODE)')
export PATH := $(or $(chosen_node),$(error there is no Node for NODE=$(NODE))):$(PATH)
endif

sources := $(shell find bin hack src templates) package.json tsconfig.json tsconfig.build.json README.md LICENSE

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 12

build: dist/.built ## build the command, the library and the packed copy that projects depend on

demo: dist/.built ## show the main job: scaffold a project, add two APIs, edit a type, apply the result
	@node hack/demo.js

test: dist/.built ## run everything, on NODE (20, 22, 24) if given; the last line is `N passed, N failed, N skipped`
	npx vitest run

test-unit: dist/.built ## run what needs no control plane
	npx vitest run --project unit

fresh-test: ## run test-unit and one file against a control plane in a clone of HEAD, with the needed tools alone
	@node hack/fresh.js 'make test-unit' 'npx vitest run --project kube test/kube/scaffold.test.ts'

soak: dist/.built ## throw random faults for SECONDS (600) from SEED (random), and feed a million events
	KOPS_SOAK_SECONDS=$(or $(SECONDS),600) KOPS_SOAK_SEED=$(or $(SEED),$(shell date +%s)) npx vitest run --project kube test/kube/runtime/soak

fuzz: node_modules/.installed ## give RUNS (20000) mutated inputs to each reader of strangers' input, from SEED (random)
	KOPS_FUZZ_RUNS=$(or $(RUNS),20000) KOPS_FUZZ_SEED=$(or $(SEED),$(shell date +%s)) npx vitest run --project unit test/fuzz

random_tests := test/kube/random-types.test.ts test/kube/random-objects.test.ts test/kube/validation/random-objects.test.ts

prove: soak fuzz ## run at full size what `test` runs in part: soak, fuzz, overlays, and random types from SEED (random)
	KOPS_OVERLAYS=all npx vitest run --project kube test/kube/overlays.test.ts
	KOPS_SEED=$(or $(SEED),$(shell date +%s)) npx vitest run --project kube $(random_tests)

mutants: node_modules/.installed ## change the code of FOLDER (all) in small ways, and count what unit tests notice (SAMPLE of each)
	@FOLDER=$(FOLDER) SAMPLE=$(SAMPLE) node hack/mutants.js

conformance: dist/.built ## take every CRD of the folder CRDS to TypeScript and back, and compare (SEED, EDITS)
	@EDITS=$(EDITS) SEED=$(SEED) node hack/conformance.js "$(CRDS)"

lint: node_modules/.installed ## check types, code, format and unused files
	npm run lint

golden: dist/.built ## write the golden files anew; read the diff before you commit it
	npx vitest run --update

bench: dist/.built ## compare speed with controller-gen, kubebuilder, controller-runtime and cdk8s
	node bench/run.js

clean: ## remove what was built
	rm -rf dist coverage .bench .demo

dist/.built: node_modules/.installed $(sources)
	npm run build
	npm run pack
	@touch $@

node_modules/.installed: package-lock.json .npmrc
	@node -e "const [a, b] = process.versions.node.split('.'); if (a < 20 || (a == 20 && b < 19)) throw 'kops needs Node 20.19 or later, and this is ' + process.version"
	npm ci
	@touch $@
