import { beforeEach, expect, test, vi } from "vitest";
import { repliesId } from "#shared/routes/painting.ts";

/** As a page just opened. */
async function openWith(content: string) {
  vi.resetModules();
  document.body.innerHTML = content;
  return import("./brought.ts");
}

const brought = `<script type="application/json" id="${repliesId}">{"/a":{"n":1},"/b":2}</script>`;

beforeEach(() => {
  document.body.innerHTML = "";
});

test("a reply that came with the page is given once", async () => {
  const { takeReply } = await openWith(brought);

  expect(takeReply("/a")).toEqual({ n: 1 });
  expect(takeReply("/a")).toBeUndefined();
  expect(takeReply("/b")).toBe(2);
});

test("what came for a guest is not for who signs in", async () => {
  const { takeReply, forgetReplies } = await openWith(brought);

  forgetReplies();

  expect(takeReply("/b")).toBeUndefined();
});

test("a page may bring nothing", async () => {
  expect((await openWith("")).takeReply("/a")).toBeUndefined();
});
