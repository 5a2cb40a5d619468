import { readFile, writeFile } from "node:fs/promises";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";

/**
 * Writes a unique MP3 of 4 seconds, with an ID3 title and, if given, an album and a PNG picture.
 */
export async function writeSmallMp3(
  file: string,
  title: string,
  album = "",
  picture: Buffer | null = null,
): Promise<void> {
  const audio = await readFile(getFixturePath("audio/vbr-bare.mp3"));
  const frames = [
    makeTextFrame("TIT2", title),
    ...(album ? [makeTextFrame("TALB", album)] : []),
    ...(picture ? [makeFrame("APIC", Buffer.concat([Buffer.from("\0image/png\0\x03\0"), picture]))] : []),
  ];
  const body = Buffer.concat(frames);
  const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...toSynchsafe(body.length)]);
  await writeFile(file, Buffer.concat([head, body, audio]));
}

const makeTextFrame = (id: string, text: string) =>
  makeFrame(id, Buffer.concat([Buffer.from([3]), Buffer.from(text)]));

function makeFrame(id: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(id), Buffer.from(toSynchsafe(content.length)), Buffer.alloc(2), content]);
}

const toSynchsafe = (n: number) => [(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127];
