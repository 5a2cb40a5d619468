import { vi } from "vitest";

const waitFor = vi.waitFor;
const maxWaitMs = Number(process.env["MUTATION_WAIT_MS"]);

// A mutant often prevents what a test waits for, so that waiting is most of its time.
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, {
    timeout: maxWaitMs,
    ...(typeof options === "number" ? { timeout: options } : options),
  });
