/** Name of the channel between `test-runner.mjs` and `worker-runner.ts`. */
export const requestChannel = "mutation-tests";

export type RunRequest =
  | {
      readonly type: "run";
      /** Without names all tests of the file run. */
      readonly files: readonly { readonly file: string; readonly names: readonly string[] | null }[];
      /** Without a mutant the coverage of each test is measured. */
      readonly mutant: string | undefined;
      /** The mutant is in code that runs when its module is imported. */
      readonly isStatic: boolean;
      readonly hitLimit: number | undefined;
      /** Tests go on after a failure. */
      readonly disableBail: boolean;
    }
  | { readonly type: "stop" };

export interface TestResult {
  /** `<file>#<full name>`; without a name for the hooks of the file. */
  readonly id: string;
  readonly state: string;
  readonly ms: number;
  readonly line: number;
  readonly message: string;
}

export type RunReply =
  | { readonly type: "ready" }
  | {
      readonly type: "done";
      readonly tests: TestResult[];
      readonly error: string | null;
      /** Stryker's counts as JSON, by test and mutant. */
      readonly coverage: string | null;
      readonly hitCount: number;
    };
