import { vi } from "vitest";
import * as z from "zod/mini";
import type { ReplyOf, RouteContract } from "#shared/api/contract.ts";
import type { Problem } from "#shared/api/problem.ts";
import { problemStatus } from "#shared/api/problem.ts";

/** One stubbed reply. */
export interface Stub {
  readonly contract: RouteContract;
  readonly status: number;
  readonly body: unknown;
}

export interface StubbedCall {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly body: unknown;
}

/** A reply for `stubCalls`, checked against its contract. */
export function reply<C extends RouteContract>(contract: C, value: ReplyOf<C>): Stub {
  return { contract, status: 200, body: z.encode(contract.response as z.ZodMiniType, value) };
}

/** An error reply for `stubCalls`. */
export function stubRejection(contract: RouteContract, problem: Problem): Stub {
  return { contract, status: problemStatus[problem.code], body: problem };
}

/**
 * Stubs `fetch` by contract; later stubs win, and calls without a stub fail with 404.
 *
 * @returns the recorded calls, a way to add stubs, and a way to hold replies until the returned function is called
 */
export function stubCalls(...first: readonly Stub[]) {
  const stubs = [...first];
  const calls: StubbedCall[] = [];
  let held: Promise<void> | undefined;
  let isHeld = (_call: StubbedCall) => false;
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit) => {
    const call = { method, url, body: typeof body === "string" ? JSON.parse(body) : undefined };
    calls.push(call);
    if (isHeld(call)) await held;
    const path = url.split("?")[0] ?? "";
    const stub = stubs.findLast(
      ({ contract }) => contract.method === method && toPathPattern(contract.path).test(path),
    );
    return stub ? Response.json(stub.body, { status: stub.status }) : Response.json(null, { status: 404 });
  });
  const hold = (matches: typeof isHeld) => {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    isHeld = matches;
    return release;
  };
  return { calls, hold, add: (...more: readonly Stub[]) => stubs.push(...more) };
}

const toPathPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
