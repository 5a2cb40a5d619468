import { File as NodeFile } from "node:buffer";
import { expect, test } from "vitest";
import { readAudioTags } from "./audio-tags.ts";

/** jsdom's files have no stream. */
const createFile = (bytes: Uint8Array, type = "") =>
  new NodeFile([bytes], "track.mp3", { type }) as unknown as File;

/** An MP3 file of tags only (ID3 2.3). */
function createAudio(tags: Readonly<Record<string, string>>): File {
  const frames = Object.entries(tags).map(([id, text]) => {
    const content = Buffer.concat([Buffer.from([0]), Buffer.from(text, "latin1")]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(content.length);
    return Buffer.concat([Buffer.from(id, "latin1"), size, Buffer.alloc(2), content]);
  });
  const body = Buffer.concat(frames);
  const size = [21, 14, 7, 0].map((bits) => (body.length >> bits) & 127);
  const bytes = Buffer.concat([Buffer.from("ID3\x03\x00\x00", "latin1"), Buffer.from(size), body]);
  return createFile(bytes, "audio/mpeg");
}

test("tags name the book by its album's artist, otherwise by the track's artists", async () => {
  const found = await readAudioTags([
    createAudio({ TIT2: "Sonnet I", TALB: "Sonnets", TPE1: "A reader", TPE2: "William Shakespeare" }),
    createAudio({ TIT2: "Sonnet II", TPE1: "A reader" }),
    createAudio({ TALB: "Sonnets" }),
  ]);

  expect(found).toEqual([
    { title: "Sonnet I", album: "Sonnets", artists: ["William Shakespeare"] },
    { title: "Sonnet II", album: "", artists: ["A reader"] },
    { title: "", album: "Sonnets", artists: [] },
  ]);
});

test("files that cannot be read have empty tags, in their order", async () => {
  const found = await readAudioTags([createFile(new Uint8Array(200)), createAudio({ TIT2: "Whole" })]);

  expect(found).toEqual([
    { title: "", album: "", artists: [] },
    { title: "Whole", album: "", artists: [] },
  ]);
});

test("the first 50 files are read", async () => {
  expect(await readAudioTags(Array.from({ length: 60 }, () => createFile(new Uint8Array())))).toHaveLength(
    50,
  );
});
