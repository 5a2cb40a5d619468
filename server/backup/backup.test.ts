import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { migrate } from "#server/db/migrate.ts";
import { LocalStorage } from "#server/storage/local.ts";
import { createEmptyDatabase } from "#server/testing/database.ts";
import { createFactories } from "#server/testing/factories.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { backup } from "./backup.ts";
import { verifyBackup } from "./read-backup.ts";
import { assertEmptyTarget, assertSameVersion, restore } from "./restore.ts";

const openFiles = "/proc/self/fd";
const folder = mkdtempSync(path.join(tmpdir(), "maktaba-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A library with a signed-out reader, books that refer to each other, and a file. */
async function createLibraryWithBackup(name: string) {
  const library = await startTestServices();
  const make = createFactories(library.services);
  const reader = await make.user({ firstName: "Zaynab\tbint\nʿAlī \\N" });
  const original = await make.book({ title: "كتاب الحكايات" });
  await make.audiobook({ chapters: 3, originalId: original.id });
  await query(library.databaseUrl, "insert into audit_log (action, actor_id) values ('grant', $1)", [
    reader.id,
  ]);
  await query(
    library.databaseUrl,
    "insert into sessions (id_hash, user_id, data, idle_until, absolute_until) values ('x', $1, '{}', now(), now())",
    [reader.id],
  );
  const audio = Buffer.alloc(600_000, "audio");
  await library.services.storage.put("audio/one.mp3", Readable.from([audio]));
  await library.services.storage.put("export/mine.zip", Readable.from([audio]));
  const file = path.join(folder, `${name}.tar`);
  const summary = await backup(library.services, library.databaseUrl, file);
  return { library, reader, file, summary, audio };
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text, values).finally(() => client.end());
}

const createEmptyTarget = async () => {
  const database = await createEmptyDatabase();
  const storage = new LocalStorage(mkdtempSync(path.join(folder, "media-")));
  return { ...database, storage };
};

const getKeys = async (storage: LocalStorage) => {
  const keys: string[] = [];
  for await (const key of storage.list("")) keys.push(key);
  return keys;
};

describe("a backup", () => {
  test("restores everything byte for byte except sessions and exports", async () => {
    const { library, file, summary, audio } = await createLibraryWithBackup("whole");
    const target = await createEmptyTarget();

    await assertEmptyTarget(target.storage, target.url);
    await restore(target.storage, target.url, file, await verifyBackup(file));
    const again = path.join(folder, "again.tar");
    await backup({ ...library.services, storage: target.storage }, target.url, again);

    const [first, second] = [await verifyBackup(file), await verifyBackup(again)];
    expect(second.tables).toEqual(first.tables);
    expect(second.media).toEqual(first.media);
    expect(first.tables["users"]?.rows).toBe(1);
    expect(first.tables["chapters"]?.rows).toBe(3);
    expect(summary.files).toBe(1);
    expect(await getKeys(target.storage)).toEqual(["audio/one.mp3"]);
    expect(first.media["audio/one.mp3"]?.sha256).toBe(createHash("sha256").update(audio).digest("hex"));
    expect((await query(target.url, "select 1 from sessions")).rowCount).toBe(0);
    await Promise.all([library.stop(), target.drop()]);
  });

  test("keeps sequences and constraints", async () => {
    const { library, reader, file } = await createLibraryWithBackup("counting");
    const target = await createEmptyTarget();
    await restore(target.storage, target.url, file, await verifyBackup(file));

    await query(target.url, "insert into audit_log (action) values ('after')");
    const { rows } = await query(target.url, "select count(distinct id)::int as ids from audit_log");

    expect(rows[0].ids).toBe(2);
    await expect(
      query(target.url, "insert into users (first_name, username, email) values ('X', 'x', $1)", [
        reader.email,
      ]),
    ).rejects.toThrow("duplicate key");
    await Promise.all([library.stop(), target.drop()]);
  });

  test("is readable by its owner only and overwrites no file", async () => {
    const { library, file } = await createLibraryWithBackup("own");

    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(backup(library.services, library.databaseUrl, file)).rejects.toThrow("exists");
    await library.stop();
  });

  test("that is damaged is rejected before any change", async () => {
    const { library, file } = await createLibraryWithBackup("damaged");
    const bytes = readFileSync(file);
    bytes[bytes.indexOf("audioaudio") + 5] = 0;
    writeFileSync(file, bytes);

    await expect(verifyBackup(file)).rejects.toThrow("the checksum of media/audio/one.mp3");
    writeFileSync(file, bytes.subarray(0, bytes.length / 2));
    await expect(verifyBackup(file)).rejects.toThrow(/is not a complete backup/);
    await library.stop();
  });

  test.skipIf(!existsSync(openFiles))("is closed after it was rejected", async () => {
    const file = path.join(folder, "garbage.tar");
    writeFileSync(file, Buffer.alloc(2_000_000, "x"));

    await expect(verifyBackup(file)).rejects.toThrow(/is not a complete backup/);

    const listOpen = () =>
      readdirSync(openFiles).flatMap((name) => {
        const link = path.join(openFiles, name);
        return existsSync(link) ? [readlinkSync(link)] : [];
      });
    await vi.waitFor(() => expect(listOpen()).not.toContain(file));
  });

  test("of a newer or different version is rejected", async () => {
    const { library, file } = await createLibraryWithBackup("version");
    const { migrations } = await verifyBackup(file);

    expect(() => assertSameVersion({ migrations: [...migrations, "later"] })).toThrow("newer version");
    expect(() => assertSameVersion({ migrations: ["other"] })).toThrow("different tables");
    await library.stop();
  });

  test("is not restored into existing data", async () => {
    const { library } = await createLibraryWithBackup("mixed");
    const target = await createEmptyTarget();

    await expect(assertEmptyTarget(library.services.storage, target.url)).rejects.toThrow(
      "The media folder is not empty",
    );
    await expect(assertEmptyTarget(target.storage, library.databaseUrl)).rejects.toThrow("is not empty");
    await Promise.all([library.stop(), target.drop()]);
  });

  test("that fails while loading leaves the target unchanged", async () => {
    const { library, file } = await createLibraryWithBackup("partial");
    const target = await createEmptyTarget();
    await migrate(target.url);
    const manifest = await verifyBackup(file);
    const users = { ...manifest.tables["users"], sha256: "0".repeat(64) } as (typeof manifest.tables)[string];

    const attempt = restore(target.storage, target.url, file, {
      ...manifest,
      tables: { ...manifest.tables, users },
    });

    await expect(attempt).rejects.toThrow("The table users differs from the backup's checksum.");
    expect((await query(target.url, "select 1 from users")).rowCount).toBe(0);
    expect(await getKeys(target.storage)).toEqual([]);
    await Promise.all([library.stop(), target.drop()]);
  });
});
