import { afterAll, vi } from "vitest";

// Files share a process, which is quickly done, but no module: what a module remembers is its file's own.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
