import { expect, test } from "vitest";
import { claimCall } from "./cross-tab-lock.ts";

const now = Date.parse("2026-05-02T12:40:00Z");

test("a call is one tab's; others that come to it with it show it, and later ones do not", async () => {
  expect(await claimCall("2026-05-02 asr", now)).toBe("mine");
  expect(await claimCall("2026-05-02 asr", now - 500)).toBe("another");
  expect(await claimCall("2026-05-02 asr", now + 2_000)).toBe("another");
  expect(await claimCall("2026-05-02 asr", now + 4_000)).toBe("past");
  expect(await claimCall("2026-05-02 maghrib", now)).toBe("mine");
});

test("what a clock claimed that was hours ahead counts no more", async () => {
  await claimCall("2026-05-02 asr", now + 2 * 3_600_000);

  expect(await claimCall("2026-05-02 asr", now)).toBe("mine");
});
