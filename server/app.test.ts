import { expect } from "vitest";
import { test } from "#server/testing/test.ts";

test("an address that is not there is answered", async ({ app }) => {
  const reply = await app.fetch("/api/nowhere");

  expect(reply.status).toBe(404);
});
