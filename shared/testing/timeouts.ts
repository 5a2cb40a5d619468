import { vi } from "vitest";

const waitFor = vi.waitFor;

vi.waitFor = (act, options = {}) =>
  waitFor(act, { timeout: 15_000, ...(typeof options === "number" ? { timeout: options } : options) });
