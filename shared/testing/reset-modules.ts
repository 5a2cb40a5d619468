import { afterAll, vi } from "vitest";

/** Files with mocked modules must not share them. */
afterAll(() => {
  vi.resetModules();
});
