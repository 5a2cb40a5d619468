import { expect, test } from "vitest";
import { getId, makeUser } from "#client/testing/factories.ts";
import { countUnsentMessages, deleteUnsentMessages } from "./unsent-storage.ts";

test("waiting and refused messages are counted and deleted, those of another user stay", () => {
  const { id } = makeUser();
  const others = `message:${getId(77)}:1`;
  for (const key of [`message:${id}:1`, `failed-message:${id}:2`, others]) localStorage.setItem(key, "{}");

  expect(countUnsentMessages(id)).toBe(2);
  deleteUnsentMessages(id);

  expect(countUnsentMessages(id)).toBe(0);
  expect(Object.keys(localStorage).filter((key) => key.includes("message:"))).toEqual([others]);
});
