import { afterAll, vi } from "vitest";
import { setSourceBundle } from "#server/entry-path.ts";

const bundle = process.env["TEST_SERVER_BUNDLE"];
if (bundle) setSourceBundle(bundle);

// Test files share a process and its modules, for speed.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
