import type { Services } from "#server/services.ts";

export interface Goal {
  /** Missed below this value. */
  readonly min?: number;
  /** Missed above this value. */
  readonly max?: number;
  /** A better value than the goal, which is not required. */
  readonly target?: number;
}

export interface Report {
  /** One metric; without a goal it is for comparison only. */
  metric(what: string, value: number, unit: string, goal?: Goal): void;
  note(text: string): void;
  step(text: string): void;
}

export interface BenchServer {
  readonly baseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export type ServerPart = "web" | "worker";

export interface Bench {
  readonly services: Services;
  readonly databaseUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /**
   * Starts a built server, by default without its worker, on this database and data folder. The bench stops
   * it at the end.
   */
  startServer(env?: Readonly<Record<string, string>>, parts?: readonly ServerPart[]): Promise<BenchServer>;
  /** The value of the `Cookie` header of a new reader who is signed in. */
  signIn(): Promise<string>;
}

/** One section of the bench: `npm run bench -- <name>` runs it alone, `<name> <part>` a part of it. */
export interface Section {
  readonly name: string;
  readonly parts?: readonly string[];
  /** @param isRequested whether a part was requested */
  run(report: Report, bench: Bench, isRequested: (part: string) => boolean): Promise<void>;
}
