import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimitFactor: 0.01 });
});
afterAll(() => app.stop());

test("requests for feeds are limited apart from those of the site", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await app.fetch("/opds/v2")).status);

  expect(statuses).toEqual([200, 200, 429]);
  expect((await app.fetch("/api/genres")).status).toBe(200);
});
