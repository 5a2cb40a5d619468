import fsPromises, { constants, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { getMinFreeBytes } from "./disk-space.ts";
import { LocalStorage } from "./local.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-storage-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const createContent = (text: string) => Readable.from([Buffer.from(text)]);
const listFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (file) => file.isFile() && file.name !== ".maktaba-storage",
  );
const getKeys = async (keys: AsyncIterable<string>) => {
  const all = [];
  for await (const key of keys) all.push(key);
  return all;
};

/** Makes a call of the file system fail as on a disk with this fault, until the test is over. */
function failWith<Name extends "access" | "writeFile">(name: Name, code: "EROFS" | "ENOSPC", isFor: RegExp) {
  const original = fsPromises[name];
  const replace = (replacement: unknown) => {
    Object.assign(fsPromises, { [name]: replacement });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replace(original));
  replace(async (file: string, ...options: unknown[]) => {
    const isFault = isFor.test(file) && (name !== "access" || options[0] === constants.W_OK);
    if (isFault) throw Object.assign(new Error(`${code}: ${file}`), { code });
    return Reflect.apply(original, fsPromises, [file, ...options]);
  });
}

describe("the check of local storage", () => {
  it("succeeds for a new folder and one with files", async () => {
    const storage = new LocalStorage(path.join(folder, "media"));
    expect(await storage.check()).toBe(true);
    await storage.put("audio/ab/one.mp3", createContent("1"));
    expect(await storage.check()).toBe(true);
  });

  it("fails while the disk is read-only", async () => {
    const storage = openWith();
    expect(await storage.check()).toBe(true);
    failWith("access", "EROFS", /./);
    expect(await storage.check()).toBe(false);
  });

  it("fails when a full disk has no room for the mark of a new folder", async () => {
    failWith("writeFile", "ENOSPC", /\.maktaba-storage$/);
    expect(await openWith().check()).toBe(false);
  });

  it("fails when the folder cannot be created", async () => {
    await writeFile(path.join(folder, "a-file"), "");
    expect(await new LocalStorage(path.join(folder, "a-file", "media")).check()).toBe(false);
  });
});

describe("local storage", () => {
  it("stores nothing in an unwritable folder", async () => {
    const storage = new LocalStorage(folder);
    await writeFile(path.join(folder, "audio"), "a file where a folder should be");

    await expect(storage.put("audio/ab/one.mp3", createContent("abc"))).rejects.toThrow();

    expect((await listFiles()).map(({ name }) => name)).toEqual(["audio"]);
  });

  it("rejects when the disk is nearly full", async () => {
    const storage = new LocalStorage(folder, { space: async () => ({ free: 499e6, total: 1e12 }) });

    await expect(storage.put("audio/ab/one.mp3", createContent("abc"))).rejects.toMatchObject({
      code: "insufficient_storage",
    });

    expect(await listFiles()).toEqual([]);
  });

  it("stops and cleans up when the disk fills", async () => {
    let checkCount = 0;
    const storage = new LocalStorage(folder, {
      space: async () => ({ free: checkCount++ === 0 ? 1e12 : 0, total: 1e12 }),
    });
    const large = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1024 * 1024)));

    await expect(storage.put("audio/ab/one.mp3", large)).rejects.toMatchObject({
      code: "insufficient_storage",
    });

    expect(checkCount).toBe(2);
    expect(await listFiles()).toEqual([]);
  });

  it("reserves 500 MB, or 5 % of a small disk", () => {
    expect(getMinFreeBytes(1e12)).toBe(500e6);
    expect(getMinFreeBytes(1e9)).toBe(50e6);
  });

  it("stores a file that is written twice at the same time", async () => {
    const storage = new LocalStorage(folder);
    const put = () => storage.put("audio/ab/one.mp3", createContent("1"));

    expect(await Promise.all([put(), put()])).toMatchObject([{ bytes: 1 }, { bytes: 1 }]);
    expect((await listFiles()).map(({ name }) => name)).toEqual(["one.mp3"]);
  });

  it("lists complete files, and old leftovers of crashes", async () => {
    const storage = new LocalStorage(folder);
    await storage.put("audio/ab/two.mp3", createContent("2"));
    await storage.put("audio/ab/one.mp3", createContent("1"));
    await writeFile(path.join(folder, "audio/ab/three.mp3.part"), "3");

    const aged = [];
    for await (const { key } of storage.listWithAge("")) aged.push(key);

    expect(await getKeys(storage.list("audio"))).toEqual(["audio/ab/one.mp3", "audio/ab/two.mp3"]);
    expect(aged).toEqual(["audio/ab/one.mp3", "audio/ab/three.mp3.part", "audio/ab/two.mp3"]);
  });

  it("does not write into the empty mount point of a missing disk", async () => {
    const expectsFiles = async () => true;
    const first = openWith();
    expect(await first.check()).toBe(true);
    await first.put("audio/ab/one.mp3", createContent("1"));
    await rm(folder, { recursive: true });

    const missing = openWith(expectsFiles);
    expect(await missing.check()).toBe(false);
    await expect(missing.put("audio/ab/two.mp3", createContent("2"))).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await getKeys(missing.list(""))).toEqual([]);
  });

  it("accepts a folder of an earlier version", async () => {
    await openWith().put("audio/ab/one.mp3", createContent("1"));
    await rm(path.join(folder, ".maktaba-storage"));
    expect(await openWith(async () => true).check()).toBe(true);
  });
});

const openWith = (expectsFiles?: () => Promise<boolean>) =>
  new LocalStorage(folder, expectsFiles && { expectsFiles });
