import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBackup } from "#server/backup/read-backup.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { getLastBackup, scheduledBackup } from "./service.ts";

describe("scheduled backups", () => {
  let folder: string;
  let app: TestApp;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "maktaba-backups-"));
    app = await startTestApp({ backups: { folder, everyHours: 24, keepCount: 2 } });
  });
  afterAll(async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (time: string) => {
    app.setClock(new Date(time));
    await scheduledBackup.run(app.services, {});
    return (await readdir(folder)).filter((name) => name.endsWith(".tar")).sort();
  };

  test("are written once per interval, verified, and old ones deleted", async () => {
    await app.make.user();
    await writeFile(path.join(folder, "notes.txt"), "stays");
    const [first = ""] = await run("2026-03-01T02:00:00Z");
    expect((await verifyBackup(path.join(folder, first))).tables["users"]?.rows).toBe(1);
    expect(await run("2026-03-01T20:00:00Z")).toEqual([first]);
    await run("2026-03-02T02:00:00Z");

    const backup = await run("2026-03-03T02:00:00Z");

    expect(backup).toEqual(["maktaba-20260302T020000Z.tar", "maktaba-20260303T020000Z.tar"]);
    expect(await readdir(folder)).toContain("notes.txt");
    expect(await getLastBackup(app.db)).toMatchObject({ error: "", bytes: expect.any(Number) });
  });

  test("that fail have a reason and are retried after an hour", async () => {
    await writeFile(path.join(folder, "maktaba-20260304T020000Z.tar"), "in the way");
    await run("2026-03-04T02:00:00Z");
    expect((await getLastBackup(app.db))?.error).toContain("exists");

    await run("2026-03-04T03:00:00Z");

    expect(await getLastBackup(app.db)).toMatchObject({
      error: "",
      fileName: "maktaba-20260304T030000Z.tar",
    });
  });
});
