import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { User } from "#shared/accounts/user.ts";
import { createServices } from "#server/create-services.ts";
import { acquireDatabase } from "#server/db/connect.ts";
import { migrate } from "#server/db/migrate.ts";
import { parseEnvironment } from "#server/env.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { openLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { toSettings } from "#server/settings.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { callTimes, timed } from "./load.ts";
import { getProgram, launch, type Program } from "./processes.ts";
import { type Figure, log, type Report } from "./report.ts";

/** A migrated database and a data folder. */
export interface Store {
  readonly services: Services;
  readonly databaseUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  close(): Promise<void>;
}

type Body = Readonly<Record<string, string>>;

export interface BenchServer extends Program {
  readonly baseUrl: string;
  /** Calls the API; the body is empty when it is not JSON. */
  call(
    reader: Reader,
    method: string,
    path: string,
    content?: object,
  ): Promise<{ status: number; body: Body }>;
}

export interface Reader {
  readonly user: User;
  /** The value of the `Cookie` header. */
  readonly cookie: string;
  /** What handlers take. */
  readonly context: Services & { readonly user: User };
}

/** Measures or tests something, and reports figures. */
export type Run = (bench: Bench) => Promise<void>;

const unlimited = { RATE_LIMIT_FACTOR: "100000" };

/** @param storedDataDir keeps its data; a temporary folder by default */
export async function openStore(storedDataDir?: string): Promise<Store> {
  const dataDir = storedDataDir
    ? path.resolve(storedDataDir)
    : mkdtempSync(path.join(tmpdir(), "maktaba-bench-"));
  const database = await acquireDatabase(getEnvironment(dataDir), dataDir, { stopsExisting: true });
  await migrate(database.url).catch(async (error) => {
    await database.release();
    throw error;
  });
  const store = await createStore(dataDir, database.url);
  return {
    ...store,
    async close() {
      await store.close();
      await database.release();
      if (!storedDataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createStore(dataDir: string, databaseUrl: string): Promise<Store> {
  const log = openLog({ default: "error", areas: {} }, dataDir);
  const settings = toSettings(getEnvironment(dataDir));
  return { dataDir, databaseUrl, ...(await createServices(settings, databaseUrl, log)) };
}

const getEnvironment = (dataDir: string) =>
  parseEnvironment({ DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "error", ...unlimited });

/** What a section works with. What it starts or creates ends with it. */
export class Bench {
  readonly services: Services;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly make: ReturnType<typeof createFactories>;
  readonly #section: string;
  readonly #report: Report;
  readonly #endings: (() => unknown)[] = [];

  constructor(store: Store, report: Report, section: string) {
    ({ services: this.services, databaseUrl: this.databaseUrl, dataDir: this.dataDir } = store);
    this.make = createFactories(this.services);
    this.#report = report;
    this.#section = section;
  }

  /** The same section with other data, which are closed at its end. */
  withStore(store: Store): Bench {
    const bench = new Bench(store, this.#report, this.#section);
    this.atEnd(store.close);
    this.atEnd(() => bench.end());
    return bench;
  }

  /** The same section on another database. */
  async withDatabase(databaseUrl: string): Promise<Bench> {
    return this.withStore(await createStore(this.dataDir, databaseUrl));
  }

  figures(...figures: readonly Figure[]): void {
    for (const figure of figures) this.#report.add(this.#section, figure);
  }

  note(text: string): void {
    this.#report.note(this.#section, text);
  }

  step(text: string): void {
    log(`  ${this.#section}: ${text}`);
  }

  /** The last one is called first. */
  atEnd(callback: () => unknown): void {
    this.#endings.unshift(callback);
  }

  async end(): Promise<void> {
    for (const callback of this.#endings.splice(0)) await callback();
  }

  makeFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), "maktaba-bench-"));
    this.atEnd(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Runs statements on a connection of their own. */
  async sql<T extends object = Record<string, string>>(text: string, values?: unknown[]): Promise<T[]> {
    const pool = new pg.Pool({ connectionString: this.databaseUrl });
    return (await pool.query<T>(text, values).finally(() => pool.end())).rows;
  }

  /**
   * The first value of a query.
   *
   * @throws {Error} when there is none
   */
  async get<T = string>(query: string, values?: unknown[]): Promise<T> {
    const [row = {}] = await this.sql<Record<string, T>>(query, values);
    const [value] = Object.values(row);
    if (value === undefined) throw new Error(`Not found: ${query}`);
    return value;
  }

  /** @param what what is counted, such as `books where is_free` */
  count(what: string): Promise<number> {
    return this.get<number>(`select count(*)::int from ${what}`);
  }

  /** A new reader, who is signed in. */
  async signIn(input: Partial<User> = {}): Promise<Reader> {
    const user = await this.make.user(input);
    const cookie = await createSessionCookie(this.services, user);
    return { user, cookie, context: { ...this.services, user } };
  }

  async signInMany(count: number, input: Partial<User> = {}): Promise<Reader[]> {
    const readers: Reader[] = [];
    await callTimes(count, 20, async () => readers.push(await this.signIn(input)));
    return readers;
  }

  /**
   * @returns how many seconds the import of a folder took
   * @throws {Error} when a file was rejected
   */
  async importFolder(folder: string, services = this.services) {
    const rejected: string[] = [];
    const onRejected = (name: string, reason: string) => void rejected.push(`${name}: ${reason}`);
    const seconds = (await timed(() => importFolder(services, folder, {}, { onRejected }))) / 1_000;
    if (rejected.length > 0) throw new Error(rejected.join("; "));
    return seconds;
  }

  /** Imports a small EPUB. @returns its id */
  async importEpub(book: Parameters<typeof writeSmallEpub>[1]): Promise<string> {
    const folder = this.makeFolder();
    await writeSmallEpub(path.join(folder, "book.epub"), book);
    await this.importFolder(folder);
    return this.get("select id from books where title = $1", [book.title]);
  }

  launch(command: string, args: readonly string[], env = {}): Program {
    const program = launch(command, args, this.dataDir, env);
    this.atEnd(() => program.stop());
    return program;
  }

  /** Starts a program on this database and data folder. */
  launchProgram(name: Parameters<typeof getProgram>[0], args: readonly string[], env = {}): Program {
    return this.launch(process.execPath, [getProgram(name), ...args], {
      DATA_DIR: this.dataDir,
      DATABASE_URL: this.databaseUrl,
      DEMO: "off",
      HOST: "127.0.0.1",
      PORT: "0",
      ...unlimited,
      ...env,
    });
  }

  launchWorker(env = {}): Program {
    return this.launchProgram("main", ["--only", "worker"], { LOG_LEVEL: "error", ...env });
  }

  /** Starts a built server, by default without its worker. */
  async startServer(env = {}, part: "web" | "both" = "web"): Promise<BenchServer> {
    const args = part === "web" ? ["--only", "web"] : [];
    const server = this.launchProgram("main", args, { LOG_LEVEL: "info", ...env });
    const baseUrl = await server.waitFor(/http:\/\/127\.0\.0\.1:\d+/);
    return { ...server, baseUrl, call: createCall(baseUrl) };
  }
}

/** Calls the API at an address, such as that of a proxy. */
export const createCall =
  (baseUrl: string): BenchServer["call"] =>
  async ({ cookie }, method, path, content) => {
    const headers = { Cookie: cookie, Origin: baseUrl, "Content-Type": "application/json" };
    const body = content && { body: JSON.stringify(content) };
    const reply = await fetch(baseUrl + path, { method, headers, ...body });
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Body };
  };
