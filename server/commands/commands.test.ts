import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { openDatabase } from "#server/db/client.ts";
import { findRunning } from "#server/db/embedded.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { cloneTemplate } from "#server/testing/database.ts";
import { spawnCommand, spawnServer } from "#server/testing/peers/spawned-server.ts";
import { createCliContext } from "./cli-context.ts";
import { runCommandLine } from "./run-command-line.ts";

const home = mkdtempSync(path.join(tmpdir(), "maktaba-commands-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
const getNewFolder = () => path.join(home, `data-${++folders}`);

const amina = ["--email", "amina@example.org", "--password", "seven-quiet-lanterns"];
const names = ["--first-name", "Amina", "--last-name", "Rahman", "--username", "amina"];

/** Runs a command in this process, with only these settings. */
async function run(args: readonly string[], settings: Record<string, string>) {
  let output = "";
  const print = (line: string) => {
    output += `${line}\n`;
  };
  const code = await runCommandLine(createCliContext({ print, printError: print }, settings), args);
  return { code, output };
}

describe("the command line", () => {
  test("prints usage for itself and each command", async () => {
    const settings = { DATA_DIR: getNewFolder() };

    const generalHelp = await run([], settings);
    const restoreHelp = await run(["restore", "--help"], settings);
    const unknownCommand = await spawnCommand(["no-such-command"], settings).ended;

    expect([generalHelp.code, restoreHelp.code, unknownCommand.code]).toEqual([0, 0, 1]);
    for (const name of ["user create", "user grant", "migrate", "backup", "restore"])
      expect(generalHelp.output).toContain(name);
    expect(restoreHelp.output).toContain("Restores a backup into an empty DATA_DIR");
    expect(unknownCommand.output).toContain("Unknown command: no-such-command.");
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  });

  test("lists where the schema differs from that of this version", async () => {
    const { url } = await cloneTemplate();
    const settings = { DATA_DIR: getNewFolder(), DATABASE_URL: url };
    expect(await run(["schema", "check"], settings)).toEqual({
      code: 0,
      output: "The schema is that of this version.\n",
    });

    const db = openDatabase(url);
    await db.execute("alter table books rename column licence to license");
    await db.$client.end();

    const { code, output } = await run(["schema", "check"], settings);
    expect(code).toBe(1);
    expect(output).toContain("missing     column books.licence text not null");
    expect(output).toContain("unexpected  column books.license text not null");
    expect((await run(["doctor"], settings)).output).toContain("schema check lists them");
  });

  test("says what is wrong and what to do, without changing anything", async () => {
    const { url } = await cloneTemplate();
    const settings = { DATA_DIR: getNewFolder(), DATABASE_URL: url };

    const healthy = await run(["doctor"], settings);
    const broken = await run(["doctor"], {
      ...settings,
      PUBLIC_ORIGIN: "http://books.example.org",
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "books@example.org",
      BACKUP_DIR: path.join(home, "missing"),
    });
    const invalid = await run(["doctor"], { ...settings, PORT: "many" });
    const unreachable = await run(["doctor"], { ...settings, DATABASE_URL: "postgres://127.0.0.1:1/none" });

    expect(healthy).toMatchObject({ code: 0 });
    expect(healthy.output).toContain("ok       The schema is that of this version.");
    expect(broken.code).toBe(1);
    expect(broken.output.match(/^problem.*/gm)).toEqual([
      expect.stringContaining("http://books.example.org is not encrypted"),
      "problem  The mail server does not accept the connection (ESOCKET).",
      "problem  BACKUP_DIR does not exist.",
    ]);
    expect(invalid.output).toMatch(/^problem {2}Settings\n.*PORT/m);
    expect(unreachable.output).toContain("problem  The database cannot be used");
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  });

  test("prints the prayer times that the product shows", async () => {
    const settings = { DATA_DIR: getNewFolder() };
    const locator = ["--latitude", "21.4225", "--longitude", "39.8262", "--zone", "Asia/Riyadh"];
    const times = ["prayer", "times", ...locator, "--method", "UmmAlQura"];

    const twoDays = await run([...times, "--from", "2026-01-01", "--days", "2"], settings);
    const json = await run([...times, "--from", "2026-01-01", "--asr", "hanafi", "--json"], settings);
    const invalidDate = await run([...times, "--from", "January"], settings);

    expect(twoDays.output.trim().split("\n")).toHaveLength(2);
    expect(twoDays.output).toMatch(
      /^2026-01-01 {2}05:3\d {2}06:5\d {2}12:2\d {2}15:\d\d {2}17:\d\d {2}19:\d\d\n/,
    );
    expect(JSON.parse(json.output)).toMatchObject([{ day: "2026-01-01", latitudeUsed: 21.4225 }]);
    expect([invalidDate.code, invalidDate.output]).toEqual([1, "--from is a date such as 2026-01-01.\n"]);
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  });

  test("prints years of prayer times to a slow pipe, south of the equator and west of Greenwich", async () => {
    const locator = ["--latitude", "-33.45", "--longitude", "-70.67", "--zone", "America/Santiago"];
    const span = ["--from", "2026-01-01", "--days", "1000"];

    const times = ["prayer", "times", ...locator, ...span, "--json"];
    const all = await spawnCommand(times, {}, "(sleep 2; cat)").ended;
    const first = await spawnCommand(times, {}, "head -1").ended;

    expect(JSON.parse(all.output)).toHaveLength(1000);
    expect(first.output).toBe("[\n");
  });

  test("names missing and invalid options", async () => {
    const settings = { DATA_DIR: getNewFolder() };

    expect(await run(["user", "create", "--email", "a@example.org"], settings)).toMatchObject({
      code: 1,
      output:
        "--password is missing.\n--first-name is missing.\n--last-name is missing.\n--username is missing.\n",
    });
    expect(await run(["user", "create", "--loud"], settings)).toMatchObject({ code: 1 });
    const invalidOptions = ["--email", "amina", "--password", "seven-quiet-lanterns", ...names];
    expect(await run(["user", "create", ...invalidOptions], settings)).toMatchObject({
      code: 1,
      output: "--email: Enter a valid email address.\n",
    });
    const otherLanguage = ["--language", "fr", ...amina, ...names];
    expect(await run(["user", "create", ...otherLanguage], settings)).toMatchObject({
      code: 1,
      output: "--language is one of en, ar.\n",
    });
    expect((await run(["backup"], settings)).output).toContain("Usage: npm run cli -- backup <file>");
    expect((await run(["restore", "/nowhere.tar"], settings)).output).toContain(
      "There is no file /nowhere.tar.",
    );
    expect(existsSync(settings.DATA_DIR)).toBe(false);
  });

  test("creates an account once, grants and revokes roles", async () => {
    const database = await cloneTemplate();
    const settings = { DATA_DIR: getNewFolder(), DATABASE_URL: database.url, DEFAULT_LANGUAGE: "ar" };

    expect(await run(["user", "create", ...amina, ...names, "--author"], settings)).toMatchObject({
      code: 0,
    });
    const db = openDatabase(database.url, { max: 1 });
    const [created] = await db.select().from(users).where(eq(users.email, "amina@example.org"));
    expect(created?.preferences.language).toBe("ar");
    await db.$client.end();
    expect(await run(["user", "create", ...amina, ...names], settings)).toMatchObject({ code: 1 });
    const granted = await run(["user", "grant", "--email", "amina@example.org", "--employee"], settings);
    expect(granted.output).toBe("Roles of amina <amina@example.org>: reader, author, employee.\n");
    const backupRun = await run(
      ["user", "grant", "--email", "amina@example.org", "--author", "--revoke"],
      settings,
    );
    expect(backupRun.output).toBe("Roles of amina <amina@example.org>: reader, employee.\n");
    const linkRun = await run(["user", "reset-link", "amina@example.org"], settings);
    expect(linkRun.output).toMatch(/^Valid once, for 30 minutes: http:\S+\/auth#reset=[\w-]{43}\n$/);
    expect(await run(["user", "reset-link", "nobody@example.org"], settings)).toMatchObject({ code: 1 });
    await database.drop();
  });

  test("adds and removes a redirect", async () => {
    const database = await cloneTemplate();
    const settings = { DATA_DIR: getNewFolder(), DATABASE_URL: database.url };
    const noBook = "00000000-0000-4000-8000-000000000000";

    const emptyList = await run(["redirect", "list"], settings);
    const invalidId = await run(["redirect", "add", "shelf 17/b", "somewhere"], settings);
    const unknownBook = await run(["redirect", "add", "shelf 17/b", noBook], settings);
    const secondRemoval = await run(["redirect", "remove", "shelf 17/b"], settings);

    expect(emptyList).toMatchObject({ code: 0, output: "None found.\n" });
    expect(invalidId).toMatchObject({ code: 1 });
    expect(invalidId.output).toContain("Enter the book id");
    expect(unknownBook).toMatchObject({ code: 1, output: "No such book.\n" });
    expect(secondRemoval).toMatchObject({ code: 1, output: "No such redirect.\n" });
    await database.drop();
  }, 60_000);

  test("prints each rejected file on one line, whatever its name", async () => {
    const database = await cloneTemplate();
    const folder = getNewFolder();
    mkdirSync(folder);
    writeFileSync(path.join(folder, "two\nlines \x1b[31m.epub"), "no book");

    const { code, output } = await run(["import", folder], {
      DATA_DIR: getNewFolder(),
      DATABASE_URL: database.url,
    });

    expect(code).toBe(1);
    expect(output).toMatch(/^refused {2}two.lines .\[31m\.epub: This is not an EPUB/mu);
    await database.drop();
  });

  test("imports nothing for an unknown owner", async () => {
    const database = await cloneTemplate();
    const folder = getNewFolder();
    mkdirSync(folder);

    const result = await run(["import", folder, "--owner", "nobody@example.org"], {
      DATA_DIR: getNewFolder(),
      DATABASE_URL: database.url,
    });

    expect(result).toMatchObject({ code: 1, output: "No such user.\n" });
    await database.drop();
  });

  test("stops the embedded database that it started", async () => {
    const DATA_DIR = getNewFolder();

    const migration = await spawnCommand(["migrate"], { DATA_DIR }).ended;

    expect(migration.code).toBe(0);
    expect(findRunning(DATA_DIR)).toBeNull();
  }, 180_000);

  test("backs up a running library, and restores it elsewhere, where its reader signs in", async () => {
    const [DATA_DIR, restoredDir] = [getNewFolder(), getNewFolder()];
    const file = path.join(home, "moved.tar");
    const server = spawnServer({ DATA_DIR, PORT: "0" });
    await server.origin;

    expect((await run(["user", "create", ...amina, ...names], { DATA_DIR })).code).toBe(0);
    expect((await run(["backup", path.join(home, "gone", "x.tar")], { DATA_DIR })).output).toContain(
      `There is no folder ${path.join(home, "gone")}.`,
    );
    expect((await run(["backup", file], { DATA_DIR })).output).toContain("rows of");
    expect(findRunning(DATA_DIR)).not.toBeNull();
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const restored = await run(["restore", file], { DATA_DIR: restoredDir });
    const again = await run(["restore", file], { DATA_DIR: restoredDir });

    expect(restored).toMatchObject({ code: 0 });
    expect(restored.output).toContain("all checksums match");
    expect(again).toMatchObject({ code: 1 });
    expect(again.output).toContain("Restore into an empty installation");
    const restoredServer = spawnServer({ DATA_DIR: restoredDir, PORT: "0" });
    const body = { email: "amina@example.org", password: "seven-quiet-lanterns" };
    const baseUrl = await restoredServer.origin;
    const { user, isNew } = await call(accountsContract.signIn, { body }, { baseUrl });
    expect([user.firstName, user.username, isNew]).toEqual(["Amina", "amina", false]);
    restoredServer.kill("SIGTERM");
    await restoredServer.ended;
  }, 180_000);
});
