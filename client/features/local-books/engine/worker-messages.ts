import type { Reason } from "#shared/api/problem.ts";
import type { LocalOutline } from "./local-epub.ts";

/** The first request of a worker is `file`. */
export type WorkerRequest =
  | { readonly id: number; readonly type: "file"; readonly file: Blob }
  | { readonly id: number; readonly type: "outline" }
  | { readonly id: number; readonly type: "entry"; readonly path: string };

export interface WorkerReply {
  readonly id: number;
  readonly result?: LocalOutline | Blob | null;
  /** Why the file cannot be read. */
  readonly reason?: Reason;
}
