import { expect, test } from "vitest";
import { getFileInfoUrl, getPartUrl, partBytes } from "#client/lib/offline/kept-caches.ts";
import { parseRange, serveParts } from "./serve-parts.ts";

test.each([
  ["bytes=0-", [0, 99]],
  ["bytes=10-19", [10, 19]],
  ["bytes=90-500", [90, 99]],
  ["bytes=-10", [90, 99]],
  ["bytes=100-", null],
  ["bytes=5-2", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
])("the range %s of 100 bytes is %j", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

const path = "/media/book/file";
const content = Uint8Array.from({ length: partBytes + 1_000 }, (_, n) => n % 251);

function makeCache(stored: Readonly<Record<string, () => Response>>): Cache {
  return { match: async (url: string) => stored[url]?.() } as unknown as Cache;
}

const complete = makeCache({
  [getFileInfoUrl(path)]: () => Response.json({ bytes: content.length, mediaType: "audio/mpeg" }),
  [getPartUrl(path, 0)]: () => new Response(content.slice(0, partBytes)),
  [getPartUrl(path, 1)]: () => new Response(content.slice(partBytes)),
});

test("a range across two parts has exactly its bytes", async () => {
  const [first, last] = [partBytes - 10, partBytes + 9];

  const reply = await serveParts(complete, path, `bytes=${first}-${last}`);

  expect(reply?.status).toBe(206);
  expect(reply?.headers.get("Content-Range")).toBe(`bytes ${first}-${last}/${content.length}`);
  expect(new Uint8Array((await reply?.arrayBuffer()) ?? [])).toEqual(content.slice(first, last + 1));
});

test("a file is served whole, and not before it is complete", async () => {
  const whole = await serveParts(complete, path, null);
  expect(whole?.status).toBe(200);
  expect((await whole?.arrayBuffer())?.byteLength).toBe(content.length);
  expect(await serveParts(makeCache({}), path, "bytes=0-")).toBeNull();
});
