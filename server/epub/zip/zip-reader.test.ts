import { mkdtemp, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLocalFile } from "#server/storage/local.ts";
import { ZipReader } from "./zip-reader.ts";

async function openFile(content: string) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "maktaba-zip-")), "file.zip");
  await writeFile(file, content);
  const reader = new ZipReader(await openLocalFile(file));
  onTestFinished(() => new Promise<void>((resolve) => reader.close(() => resolve())));
  const read = (length: number, position: number) =>
    new Promise<string>((resolve, reject) => {
      const buffer = Buffer.alloc(length);
      reader.read(buffer, 0, length, position, (error) =>
        error ? reject(error) : resolve(buffer.toString()),
      );
    });
  return { file, reader, read };
}

test("small reads come from the read-ahead buffer", async () => {
  const { file, reader, read } = await openFile("0123456789abcdef");

  expect(await read(4, 2)).toBe("2345");
  await truncate(file, 0);
  expect(await read(4, 8)).toBe("89ab");

  reader.dispose();
  await expect(read(4, 8)).rejects.toThrow("unexpected EOF");
});

test("a read past the end of the file fails", async () => {
  const { read } = await openFile("0123");

  await expect(read(5, 0)).rejects.toThrow("unexpected EOF");
  expect(await read(4, 0)).toBe("0123");
});
