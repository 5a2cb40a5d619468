import { vi } from "vitest";

const waitFor = vi.waitFor;

// A second, which is what it waits for by itself, is soon over on a busy machine.
vi.waitFor = (act, options = {}) =>
  waitFor(act, { timeout: 15_000, ...(typeof options === "number" ? { timeout: options } : options) });
