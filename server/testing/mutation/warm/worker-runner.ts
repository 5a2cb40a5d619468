import { BroadcastChannel } from "node:worker_threads";
import { startTests } from "@vitest/runner";
import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from "vitest";
import { type RunReply, type RunRequest, requestChannel } from "./messages.ts";

/** What Stryker's instrumented code reads and writes. */
interface StrykerNamespace {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}

type RunTests = Extract<RunRequest, { type: "run" }>;
type Test = Extract<RunnerTask, { type: "test" }>;

const scope = globalThis as { __stryker__?: StrykerNamespace };
const stryker = scope.__stryker__ ?? {};
scope.__stryker__ = stryker;

/**
 * Runs test files on request in one process, with modules that stay loaded. Importing them again takes longer
 * than most tests.
 */
class WorkerRunner extends TestRunner {
  async onBeforeCollect(): Promise<void> {
    const channel = new BroadcastChannel(requestChannel);
    const reply = (message: RunReply) => channel.postMessage(message);
    await new Promise<void>((resolve) => {
      channel.onmessage = ({ data }: { data: unknown }) => {
        const request = data as RunRequest;
        if (request.type === "run") void runTests(this, request).then(reply);
        if (request.type === "stop") resolve();
      };
      reply({ type: "ready" });
    });
    channel.close();
  }
}

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default WorkerRunner;

async function runTests(outer: WorkerRunner, request: RunTests): Promise<RunReply> {
  const { mutant, isStatic, hitLimit, disableBail } = request;
  stryker.hitCount = 0;
  stryker.hitLimit = hitLimit;
  if (isStatic) {
    vi.resetModules();
    stryker.activeMutant = mutant;
  }
  const tests: (RunReply & { type: "done" })["tests"] = [];
  let error: string | null = null;
  try {
    for (const { file, names } of request.files) {
      const found = await runFile(outer, file, names, request);
      tests.push(...found);
      if (mutant && (!disableBail || isEndless()) && found.some(({ state }) => state === "fail")) break;
    }
  } catch (caught) {
    error = String(caught);
  }
  stryker.activeMutant = undefined;
  if (isStatic) vi.resetModules();
  const coverage = mutant ? null : JSON.stringify(stryker.mutantCoverage ?? null);
  return { type: "done", tests, error, coverage, hitCount: stryker.hitCount };
}

async function runFile(
  outer: WorkerRunner,
  file: string,
  names: readonly string[] | null,
  request: RunTests,
) {
  const { evaluatedModules } = (outer as unknown as { workerState: WorkerState }).workerState;
  for (const module of evaluatedModules.fileToModulesMap.get(file) ?? []) {
    evaluatedModules.invalidateModule(module);
  }
  const runner = new FileRunner(outer, names, request);
  const [result] = await startTests([{ filepath: file } as never], runner as never);
  stryker.currentTestId = undefined;
  vi.resetConfig();
  vi.restoreAllMocks();
  return result ? toResults(result) : [];
}

/** Stryker ends a loop at this count, and every later test at once. */
const isEndless = () => (stryker.hitCount ?? 0) > (stryker.hitLimit ?? Number.POSITIVE_INFINITY);

interface WorkerState {
  readonly evaluatedModules: {
    readonly fileToModulesMap: ReadonlyMap<string, Iterable<unknown>>;
    invalidateModule(module: unknown): void;
  };
}

/** Runs one file without reporting to Vitest. */
class FileRunner extends TestRunner {
  private readonly mutant: string | undefined;
  private readonly disableBail: boolean;

  constructor(outer: WorkerRunner, names: readonly string[] | null, { mutant, disableBail }: RunTests) {
    const pattern = names && new RegExp(`^(?:${names.map(toPattern).join("|")})$`);
    super({ ...outer.config, ...(pattern && { testNamePattern: pattern }) });
    const { moduleRunner, _otel } = outer as unknown as { moduleRunner: object; _otel: object };
    Object.defineProperty(this, "moduleRunner", { value: moduleRunner });
    (this as unknown as { _otel: object })._otel = _otel;
    this.mutant = mutant;
    this.disableBail = disableBail;
  }

  onBeforeRunFiles(): void {
    if (this.mutant !== undefined) stryker.activeMutant = this.mutant;
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    stryker.currentTestId = toHooksId(suite.file);
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    stryker.currentTestId = toId(test);
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: Test): void {
    super.onAfterRunTask(test);
    stryker.currentTestId = toHooksId(test.file);
    const isNoticed = this.mutant !== undefined && test.result?.state === "fail";
    if (isNoticed && (!this.disableBail || isEndless())) this.cancel("test-failure");
  }
}

function toResults(file: RunnerTestFile) {
  const tests = listTests(file);
  const failed = findFailedSuite(file);
  return [
    {
      id: toHooksId(file),
      state: failed ? "fail" : "pass",
      ms: 0,
      line: 0,
      message: failed?.result?.errors?.[0]?.message ?? "",
    },
    ...tests
      .filter(({ result }) => result?.state === "pass" || result?.state === "fail")
      .map((test) => ({
        id: toId(test),
        state: test.result?.state ?? "",
        ms: test.result?.duration ?? 0,
        line: test.location?.line ?? 0,
        message: test.result?.errors?.[0]?.message ?? "",
      })),
  ];
}

const listTests = (suite: RunnerTestSuite): Test[] =>
  suite.tasks.flatMap((task) => (task.type === "suite" ? listTests(task) : [task as Test]));

/** The suite whose hooks or collection failed. */
function findFailedSuite(suite: RunnerTestSuite): RunnerTestSuite | undefined {
  if (suite.result?.errors?.length) return suite;
  for (const task of suite.tasks) {
    const found = task.type === "suite" ? findFailedSuite(task) : undefined;
    if (found) return found;
  }
  return undefined;
}

const getFullName = ({ suite, name }: RunnerTask): string =>
  suite && !("filepath" in suite) ? `${getFullName(suite)} ${name}` : name;

const toId = (test: Test) => `${test.file.filepath}#${getFullName(test)}`;
const toHooksId = ({ filepath }: RunnerTestFile) => `${filepath}#`;
const toPattern = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
