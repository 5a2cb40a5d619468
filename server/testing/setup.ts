import { afterAll, vi } from "vitest";
import { setSourceBundle } from "#server/entry-path.ts";

const bundle = process.env["TEST_SERVER_BUNDLE"];
if (bundle) setSourceBundle(bundle);

// Test files share a process for speed, but not the state of modules.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
