import { expect, test } from "vitest";
import { claimAlert } from "./cross-tab-lock.ts";

const now = Date.parse("2026-05-02T12:40:00Z");

test("a call is one tab's; others that come to it with it show it, and later ones do not", async () => {
  expect(await claimAlert("2026-05-02 asr", now)).toBe("mine");
  expect(await claimAlert("2026-05-02 asr", now - 500)).toBe("another");
  expect(await claimAlert("2026-05-02 asr", now + 2_000)).toBe("another");
  expect(await claimAlert("2026-05-02 asr", now + 4_000)).toBe("past");
  expect(await claimAlert("2026-05-02 maghrib", now)).toBe("mine");
});

test("what a clock claimed that was hours ahead counts no more", async () => {
  await claimAlert("2026-05-02 asr", now + 2 * 3_600_000);

  expect(await claimAlert("2026-05-02 asr", now)).toBe("mine");
});
