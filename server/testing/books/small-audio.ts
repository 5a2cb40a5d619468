import { readFile, writeFile } from "node:fs/promises";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";

/**
 * Writes a unique MP3 of 4 seconds, with an ID3 title and, if given, an album.
 */
export async function writeSmallMp3(file: string, title: string, album = ""): Promise<void> {
  const image = await readFile(getFixturePath("audio/vbr-bare.mp3"));
  const frames = [frame("TIT2", title), ...(album ? [frame("TALB", album)] : [])];
  const body = Buffer.concat(frames);
  const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...synchsafe(body.length)]);
  await writeFile(file, Buffer.concat([head, body, image]));
}

function frame(id: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from([3]), Buffer.from(text)]);
  return Buffer.concat([Buffer.from(id), Buffer.from(synchsafe(content.length)), Buffer.alloc(2), content]);
}

const synchsafe = (n: number) => [(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127];
