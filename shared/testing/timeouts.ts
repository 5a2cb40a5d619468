import { vi } from "vitest";

const waitFor = vi.waitFor;

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, { timeout: 15_000, ...(typeof options === "number" ? { timeout: options } : options) });
