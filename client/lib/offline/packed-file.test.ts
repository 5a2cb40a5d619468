import { expect, test } from "vitest";
import { packFile, unpackFile } from "./packed-file.ts";

const chapter = `<p>${"The caravan left at dawn. ".repeat(200)}</p>`;
const type = { "Content-Type": "application/xhtml+xml" };

test("a text is stored in less space, without the headers of the transport, and read unchanged", async () => {
  const packed = await packFile(new Response(chapter, { headers: { ...type, ETag: "1" } }));
  const bytes = (await packed.clone().arrayBuffer()).byteLength;
  expect(bytes).toBeLessThan(chapter.length / 10);
  expect(packed.headers.has("ETag")).toBe(false);

  const stored = unpackFile(packed);
  expect(await stored.text()).toBe(chapter);
  expect([...stored.headers]).toEqual([["content-type", "application/xhtml+xml"]]);
});

test("pictures, and texts that an earlier version stored, stay as they are", async () => {
  const picture = new Uint8Array([0xff, 0xd8, 0xff, 0x00]);
  const packed = await packFile(new Response(picture, { headers: { "Content-Type": "image/jpeg" } }));
  expect(new Uint8Array(await unpackFile(packed).arrayBuffer())).toEqual(picture);
  expect(await unpackFile(new Response(chapter, { headers: type })).text()).toBe(chapter);
});
