import { afterAll, vi } from "vitest";

// Test files share a process for speed, but not the state of modules.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
