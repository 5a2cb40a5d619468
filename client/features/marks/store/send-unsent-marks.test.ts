import { beforeEach, expect, test } from "vitest";
import { marksContract } from "#shared/marks/contract.ts";
import { makeUser } from "#client/testing/factories.ts";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { closeMarkOutbox } from "./open-mark-outbox.ts";
import { sendUnsentMarks } from "./send-unsent-marks.ts";
import { getMarkPrefix } from "./unsent-marks.ts";

const { id } = makeUser();

beforeEach(() => {
  localStorage.clear();
  closeMarkOutbox();
});

test("waits for the request that opening the outbox has started", async () => {
  localStorage.setItem(`${getMarkPrefix(id)}1`, JSON.stringify({ id: "1", at: "2026-03-01T10:00:00Z" }));
  const { calls } = stubCalls(reply(marksContract.saveMarks, { accepted: [], refused: [], marks: [] }));

  expect(await sendUnsentMarks(id)).toBe(0);
  expect(calls.length).toBeGreaterThan(0);
});
