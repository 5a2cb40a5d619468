import { vi } from "vitest";

const waitFor = vi.waitFor;

// A mutant often prevents what a test waits for, so that waiting is most of its time.
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, { timeout: 5000, ...(typeof options === "number" ? { timeout: options } : options) });
