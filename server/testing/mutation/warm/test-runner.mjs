// A Stryker plugin: runs Vitest's tests in a worker that keeps its modules, and remembers results across runs.
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import { createVitest } from "vitest/node";
import { isSampled } from "./sample.mjs";

const channelName = "mutation-tests";
const config = "server/testing/mutation/vitest.config.ts";
const idle = "server/testing/mutation/warm/idle.ts";

// Stryker does not end this process when it is interrupted.
process.once("disconnect", () => process.exit(1));

class WarmTestRunner {
  static inject = ["options"];
  #tests;
  #root;
  #results;
  #channel = new BroadcastChannel(channelName);
  #replies = [];
  #waiting = [];
  #vitest;
  #running;
  /** Test texts by id; numbers of noticed mutants by test file; covering test files by mutated file. */
  #texts = new Map();
  #noticed = new Map();
  #covering = new Map();

  constructor({ warmVitest: { tests, projectRoot, results } }) {
    this.#tests = tests;
    this.#root = projectRoot;
    this.#results = new KnownResults(results);
    this.#channel.onmessage = ({ data }) => {
      if (data.type !== "ready" && data.type !== "done") return;
      const resolve = this.#waiting.shift();
      if (resolve) resolve(data);
      else this.#replies.push(data);
    };
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    process.env.NODE_ENV = "test";
    process.env.VITEST = "1";
    this.#vitest = await createVitest("test", { config, watch: false, onConsoleLog: () => false }, {}, {});
    this.#running = this.#vitest.start([idle]);
    this.#running.catch(() => null);
    await this.#receive();
  }

  async dryRun() {
    const files = this.#tests.map((file) => ({ file: path.resolve(file), names: null }));
    const { tests, error, coverage } = await this.#run({
      files,
      mutant: undefined,
      isStatic: false,
      disableBail: false,
    });
    if (error) return { status: "error", errorMessage: error };
    this.#readTexts(tests);
    const { static: atImport = {}, perTest = {} } = JSON.parse(coverage ?? "null") ?? {};
    return {
      status: "complete",
      tests: tests.map(toTestResult),
      mutantCoverage: {
        static: atImport,
        perTest: Object.fromEntries(Object.entries(perTest).map(([id, hits]) => [toRelative(id), hits])),
      },
    };
  }

  async mutantRun({ activeMutant, testFilter, reloadEnvironment: isStatic, hitLimit, disableBail }) {
    const ids = isStatic ? null : testFilter;
    const key = this.#toKey(activeMutant);
    const files = ids ? groupByFile(ids) : this.#listStatic(activeMutant.fileName);
    if (ids) this.#addCovering(activeMutant.fileName, files);
    if (!isSampled(key.id)) return { status: "error", errorMessage: "not in the sample" };
    const covering = ids ? this.#hashTexts(ids) : this.#hashFiles();
    const getText = (id) => (disableBail ? covering : this.#texts.get(id));
    const known = this.#results.find(key, covering, getText);
    if (known) return known;
    files.sort((a, b) => (this.#noticed.get(b.file) ?? 0) - (this.#noticed.get(a.file) ?? 0));
    const { tests, error, hitCount } = await this.#run({
      files: files.map(({ file, names }) => ({ file: path.resolve(file), names })),
      mutant: activeMutant.id,
      isStatic,
      hitLimit,
      disableBail,
    });
    const errors = [...this.#vitest.state.errorsSet].map(String);
    this.#vitest.state.errorsSet.clear();
    const failed = tests.filter(({ state }) => state === "fail").map(toTestResult);
    const isEndless = hitLimit !== undefined && hitCount > hitLimit;
    if (isEndless && !(disableBail && failed[0])) return this.#results.add(key, { status: "timeout" });
    if (failed[0]) {
      const { id, fileName, failureMessage } = failed[0];
      this.#noticed.set(fileName, (this.#noticed.get(fileName) ?? 0) + 1);
      const result = {
        status: "killed",
        killedBy: failed.map((test) => test.id),
        failureMessage,
        nrOfTests: tests.length,
      };
      return this.#results.add(key, result, getText(id));
    }
    if (error || errors.length) {
      const result = {
        status: "killed",
        killedBy: [],
        failureMessage: error ?? errors[0],
        nrOfTests: tests.length,
      };
      return this.#results.add(key, result, covering);
    }
    return this.#results.add(key, { status: "survived", nrOfTests: tests.length }, covering);
  }

  async dispose() {
    this.#channel.postMessage({ type: "stop" });
    await this.#running?.catch(() => null);
    await this.#vitest?.close();
    this.#channel.close();
  }

  #run(request) {
    this.#channel.postMessage({ type: "run", ...request });
    return this.#receive();
  }

  #receive() {
    const reply = this.#replies.shift();
    return reply ? Promise.resolve(reply) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #toKey({ fileName, mutatorName, replacement, location }) {
    const file = path.relative(this.#root, path.resolve(this.#root, fileName));
    const source = readFileSync(path.join(this.#root, file), "utf8");
    const id = hash([file, source, mutatorName, replacement ?? "", JSON.stringify(location)]);
    return { id, about: `${file}:${location.start.line + 1} ${mutatorName} ${replacement}` };
  }

  /** The text of a test is from its line to that of the next one. */
  #readTexts(tests) {
    for (const file of new Set(tests.map(({ id }) => id.split("#")[0]))) {
      const lines = readFileSync(file, "utf8").split("\n");
      const own = tests.filter(({ id }) => id.startsWith(`${file}#`));
      const starts = [...new Set(own.map(({ line }) => line))].sort((a, b) => a - b);
      for (const { id, line } of own) {
        const end = starts.find((start) => start > line) ?? lines.length + 1;
        const text = line === 0 ? "" : lines.slice(line - 1, end - 1).join("\n");
        this.#texts.set(toRelative(id), hash([id.slice(file.length), text]));
      }
    }
  }

  #hashTexts = (ids) => hash([...ids].sort().map((id) => `${id} ${this.#texts.get(id)}`));
  #hashFiles = () => hash(this.#tests.map((file) => readFileSync(file, "utf8")));

  #addCovering(fileName, files) {
    const known = this.#covering.get(fileName) ?? new Set();
    for (const { file } of files) known.add(file);
    this.#covering.set(fileName, known);
  }

  /** Code that runs at import is judged by the tests that reach the file's other code, if there are any. */
  #listStatic(fileName) {
    const files = this.#covering.get(fileName) ?? this.#tests;
    return [...files].map((file) => ({ file, names: null }));
  }
}

/** Results by mutant. A result stays while the tests that decided it have the same text. */
class KnownResults {
  #known = new Map();
  #file;

  constructor(file) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    for (const line of readLines(file)) {
      const { key, result, by } = JSON.parse(line);
      this.#known.set(key, { result, by });
    }
  }

  find({ id }, covering, getText) {
    const { result, by } = this.#known.get(id) ?? {};
    if (!result) return null;
    const killer = result.killedBy?.[0];
    const isCurrent = by === undefined || by === (killer ? getText(killer) : covering);
    return isCurrent ? result : null;
  }

  add({ id: key, about }, result, by) {
    this.#known.set(key, { result, by });
    appendFileSync(this.#file, `${JSON.stringify({ key, about, result, by })}\n`);
    return result;
  }
}

function readLines(file) {
  try {
    return readFileSync(file, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

/** Tests by file; a file whose hooks are meant runs as a whole. */
function groupByFile(ids) {
  const files = new Map();
  for (const id of ids) {
    const [file, ...name] = id.split("#");
    files.set(file, [...(files.get(file) ?? []), name.join("#")]);
  }
  return [...files].map(([file, names]) => ({ file, names: names.includes("") ? null : names }));
}

function toTestResult({ id, state, ms, message }) {
  const relative = toRelative(id);
  const [fileName, ...name] = relative.split("#");
  const base = { id: relative, name: name.join("#") || "(hooks)", fileName, timeSpentMs: ms };
  return state === "fail"
    ? { ...base, status: 1, failureMessage: message || "failed" }
    : { ...base, status: 0 };
}

function toRelative(id) {
  const [file, ...name] = id.split("#");
  return `${path.relative(process.cwd(), file).replaceAll("\\", "/")}#${name.join("#")}`;
}

function hash(texts) {
  const all = createHash("sha256");
  for (const text of texts) all.update(text).update("\0");
  return all.digest("hex").slice(0, 24);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "warm-vitest", WarmTestRunner)];
export const strykerValidationSchema = {
  properties: { warmVitest: { type: "object" } },
};
