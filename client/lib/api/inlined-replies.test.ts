import { beforeEach, expect, test, vi } from "vitest";
import { inlinedRepliesId } from "#shared/routes/inlined-replies.ts";

/** Loads the module for a page with this body. */
async function openWith(content: string) {
  vi.resetModules();
  document.body.innerHTML = content;
  return import("./inlined-replies.ts");
}

const inlined = `<script type="application/json" id="${inlinedRepliesId}">{"/a":{"n":1},"/b":2}</script>`;

beforeEach(() => {
  document.body.innerHTML = "";
});

test("an inlined reply is returned once", async () => {
  const { takeInlinedReply } = await openWith(inlined);

  expect(takeInlinedReply("/a")).toEqual({ n: 1 });
  expect(takeInlinedReply("/a")).toBeUndefined();
  expect(takeInlinedReply("/b")).toBe(2);
});

test("inlined replies are discarded at sign-in", async () => {
  const { takeInlinedReply, clearInlinedReplies } = await openWith(inlined);

  clearInlinedReplies();

  expect(takeInlinedReply("/b")).toBeUndefined();
});

test("a page may have no inlined replies", async () => {
  expect((await openWith("")).takeInlinedReply("/a")).toBeUndefined();
});
