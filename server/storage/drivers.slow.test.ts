import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { startS3Server } from "#server/testing/s3-server.ts";
import { FileCache } from "./file-cache.ts";
import { LocalStorage } from "./local.ts";
import { S3Storage } from "./s3.ts";
import { type Storage, withLocalFile } from "./storage.ts";

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-storage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openS3(): Promise<Storage> {
  const server = await startS3Server();
  const storage = new S3Storage(server.settings, await makeFolder());
  onTestFinished(async () => {
    storage.close();
    await server.stop();
  });
  return storage;
}

const createContent = (text: string) => Readable.from([Buffer.from(text)]);
const key = "audio/ab/one.mp3";
const readText = async (stream: Readable) => String(await buffer(stream));

describe.each([
  ["disk", async (): Promise<Storage> => new LocalStorage(await makeFolder())],
  ["S3", openS3],
])("storage on %s", (_name, open) => {
  test("returns what was stored, whole and in ranges", async () => {
    const storage = await open();
    expect(await storage.put(key, createContent("abcdef"))).toEqual({
      key,
      bytes: 6,
      sha256: "bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721",
    });
    expect(await storage.size(key)).toBe(6);
    expect(await readText(await storage.read(key))).toBe("abcdef");
    expect(await readText(await storage.read(key, { start: 1, end: 3 }))).toBe("bcd");
    expect(await withLocalFile(storage, key, (file) => readFile(file, "utf8"))).toBe("abcdef");
  });

  test("opens a file for reads at any position", async () => {
    const storage = await open();
    await storage.put(key, createContent("abcdef"));
    const file = await storage.openFile(key);
    const read = Buffer.alloc(4);
    expect(file.bytes).toBe(6);
    expect(await file.read(read, 4, 1)).toBe(4);
    expect(String(read)).toBe("bcde");
    expect(await file.read(read, 4, 5)).toBe(1);
    expect(await file.read(read, 4, 6)).toBe(0);
    expect(await readText(file.stream(2, 3))).toBe("cd");
    expect(await readText(file.stream(0, 5))).toBe("abcdef");
    await file.close();
  });

  test("stores files larger than one part exactly", async () => {
    const storage = await open();
    const chunk = Buffer.alloc(1024 * 1024, "0123456789abcdef!");
    const stored = await storage.put(key, Readable.from(Array.from({ length: 20 }, () => chunk)));
    expect(stored.bytes).toBe(20 * chunk.length);
    const read = await buffer(await storage.read(key));
    expect(read.equals(Buffer.concat(Array.from({ length: 20 }, () => chunk)))).toBe(true);
  });

  test("has no file after a broken stream", async () => {
    const storage = await open();
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("half");
        throw new Error("connection lost");
      })(),
    );
    await expect(storage.put(key, broken)).rejects.toThrow("connection lost");
    expect(await storage.size(key)).toBeNull();
  });

  test("reports missing files", async () => {
    const storage = await open();
    expect(await storage.size(key)).toBeNull();
    for (const method of ["read", "openFile", "acquireLocal"] as const)
      await expect(storage[method](key)).rejects.toMatchObject({ code: "ENOENT" });
    await storage.remove(key);
  });

  test("lists files by folder, and removes them", async () => {
    const storage = await open();
    for (const name of ["audio/ab/two.mp3", key, "audio-books/ab/three.mp3", "covers/one.webp"])
      await storage.put(name, createContent("x"));
    await storage.remove("covers/one.webp");
    const list = async (prefix: string) => {
      const keys: string[] = [];
      for await (const each of storage.list(prefix)) keys.push(each);
      return keys;
    };
    expect(await list("audio")).toEqual([key, "audio/ab/two.mp3"]);
    expect((await list("")).sort()).toEqual(["audio-books/ab/three.mp3", key, "audio/ab/two.mp3"]);
    for await (const file of storage.listWithAge("audio/ab")) expect(file).toMatchObject({ bytes: 1 });
    expect(await storage.check()).toBe(true);
  });

  test.each(["../outside", "audio/../../outside", "/etc/passwd", ""])("rejects the key %j", async (key) => {
    const storage = await open();
    await expect(storage.put(key, createContent("x"))).rejects.toThrow("Not a storage key");
  });
});

test("an unreachable S3 server is an error, not a missing file", async () => {
  const server = await startS3Server();
  const storage = new S3Storage(server.settings, await makeFolder());
  await server.stop();
  await expect(storage.size(key)).rejects.toThrow();
  expect(await storage.check()).toBe(false);
  storage.close();
});

test("local copies are limited; files in use and recent files stay", async () => {
  const folder = await makeFolder();
  const cache = new FileCache(folder, 10);
  let downloads = 0;
  const acquire = (name: string) =>
    cache.acquire(name, async () => {
      downloads++;
      return createContent("12345678");
    });
  const first = await acquire("audio/one.mp3");
  await Promise.all([acquire("audio/two.mp3"), acquire("audio/two.mp3")]);
  expect(downloads).toBe(2);
  first.release();
  (await acquire("audio/three.mp3")).release();
  expect((await readdir(path.join(folder, "audio"))).sort()).toEqual(["one.mp3", "three.mp3", "two.mp3"]);
});
