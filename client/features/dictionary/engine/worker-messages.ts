import type { Refusal } from "../import/refused-file.ts";
import type { DictionaryCalls } from "./dictionary-calls.ts";

export interface WorkerRequest {
  readonly id: number;
  readonly name: keyof DictionaryCalls;
  readonly args: readonly unknown[];
}

export interface WorkerReply {
  readonly id: number;
  readonly result?: unknown;
  readonly refusal?: Refusal;
  /** Of a running call, from 0 to 1. */
  readonly progress?: number;
}
