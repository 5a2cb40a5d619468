import { expect, test } from "vitest";
import { claimAlert } from "./alert-claims.ts";

const now = Date.parse("2026-05-02T12:40:00Z");

test("an alert belongs to one tab; tabs that arrive at the same time show it, later ones do not", async () => {
  expect(await claimAlert("2026-05-02 asr", now)).toBe("mine");
  expect(await claimAlert("2026-05-02 asr", now - 500)).toBe("another");
  expect(await claimAlert("2026-05-02 asr", now + 2_000)).toBe("another");
  expect(await claimAlert("2026-05-02 asr", now + 4_000)).toBe("past");
  expect(await claimAlert("2026-05-02 maghrib", now)).toBe("mine");
});

test("a lock that a wrong clock set hours ahead is ignored", async () => {
  await claimAlert("2026-05-02 asr", now + 2 * 3_600_000);

  expect(await claimAlert("2026-05-02 asr", now)).toBe("mine");
});
