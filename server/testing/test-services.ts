import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { type Database, openDatabase } from "#server/db/client.ts";
import { SessionLocks } from "#server/db/session-locks.ts";
import { readActiveStorage } from "#server/features/storage-admin/service.ts";
import type { PushReply, PushRequest, WebPushClient } from "#server/http/security/web-push-client.ts";
import { jobs as registeredJobs } from "#server/job-registry.ts";
import type { JobEvent, Jobs } from "#server/jobs/job-queue.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import type { Services } from "#server/services.ts";
import type { Settings } from "#server/settings.ts";
import { openStorageDrivers } from "#server/storage/drivers.ts";
import { SwitchableStorage } from "#server/storage/switchable.ts";
import { linkCoverFonts } from "./cover-fonts.ts";
import { cloneTemplate } from "./database.ts";
import { observeJobs, recordStatements } from "./sharding/record-statements.ts";
import { expectTransaction, trackTransactions } from "./track-transactions.ts";

/** @param database a migrated one, dropped at the end; by default a copy of the template */
export async function startTestServices(
  changed: Partial<Settings> = {},
  database?: Awaited<ReturnType<typeof cloneTemplate>>,
) {
  database ??= await cloneTemplate();
  const db = openDatabase(database.url);
  const probe = openDatabase(database.url, { max: 1 });
  trackTransactions(db);
  for (const { $client } of [db, probe]) recordStatements($client);
  observeJobs(registeredJobs);
  const dataDir = mkdtempSync(path.join(tmpdir(), "maktaba-files-"));
  linkCoverFonts(dataDir);
  let now = new Date("2026-03-01T12:00:00Z");
  const jobs = createTestQueue();
  const live = createTestPubSub();

  const { drivers: storageDrivers, close: closeStorage } = await openStorageDrivers({
    dataDir,
    s3: changed.s3 ?? null,
  });
  const locks = new SessionLocks(database.url);
  const webPushClient = createTestPushClient();

  const services: Services = {
    settings: { ...createTestSettings(dataDir), ...changed },
    databaseUrl: database.url,
    db,
    probe,
    searchDb: db,
    replica: null,
    clock: () => now,
    storage: new SwitchableStorage(storageDrivers, () => readActiveStorage(db)),
    storageDrivers,
    jobs,
    locks,
    live,
    webPushClient,
    log: pino({ level: "silent" }),
  };

  return {
    services,
    databaseUrl: database.url,

    setClock(time: Date) {
      now = time;
    },

    clearCaches: () => void live.broadcast("gap", ""),

    /** Runs all queued jobs, and the jobs that they add. */
    runJobs: () => jobs.runAll(services),

    /** The names of the queued jobs. */
    listQueuedJobs: () => jobs.names(),

    /** Every event that was published, oldest first. */
    published: live.published,

    /** The requests to push services, oldest first; `respond` changes the replies. */
    webPushClient,

    async stop() {
      closeStorage();
      await Promise.all([db.$client.end(), probe.$client.end(), locks.close()]);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function createTestSettings(dataDir: string): Settings {
  return {
    hijriShift: 0,
    productName: "Maktaba",
    pooledDatabaseUrl: null,
    readDatabaseUrl: null,
    slowQueryMs: 0,
    isTraced: false,
    logLevels: { default: "silent", areas: {} },
    defaultLanguage: "en",
    host: "127.0.0.1",
    port: 0,
    dataDir,
    origins: ["http://localhost"],
    isHttps: false,
    secret: "for tests only, and long enough for that",
    trustedProxies: "",
    passwordMinLength: 6,
    registersOnSignIn: true,
    requiresSignUpChallenge: false,
    requiresStaffTwoFactor: false,
    oidc: null,
    smtpUrl: "",
    mailFrom: "library@example.org",
    contactEmail: "contact@example.org",
    pushHosts: [],
    webhookHosts: [],
    narrator: null,
    backups: null,
    archivePositionsMonths: null,
    s3: null,
    stripe: null,
    rateLimitFactor: 1000,
    usesXAccel: false,
    cdn: null,
    hasKoboSync: false,
    uploadLimits: {
      epub: 500_000_000,
      epubUnpacked: 1_000_000_000,
      audio: 4_000_000_000,
      image: 20_000_000,
      quota: 20_000_000_000,
    },
  };
}

interface QueuedJob {
  readonly job: JobEvent;
  readonly payload: unknown;
  readonly key: string | undefined;
}

function createTestQueue(): Jobs & { runAll(services: Services): Promise<void>; names(): string[] } {
  const queued: QueuedJob[] = [];
  const enqueue = (job: JobEvent, payload: unknown, key: string | undefined, db: Database | undefined) => {
    expectTransaction(db, job.name);
    queued.push({ job, payload: z.decode(job.payload, z.encode(job.payload, payload)), key });
  };
  return {
    async add(job, payload, { key, db } = {}) {
      const replaced = key === undefined ? -1 : queued.findIndex((each) => each.key === key);
      if (replaced >= 0) queued.splice(replaced, 1);
      enqueue(job as unknown as JobEvent, payload, key, db);
    },
    async addAll(job, items, db) {
      for (const { payload } of items) enqueue(job as unknown as JobEvent, payload, undefined, db);
    },
    names: () => queued.map(({ job }) => job.name),
    async runAll(services) {
      for (let next = queued.shift(); next; next = queued.shift()) {
        const { name } = next.job;
        const job = "run" in next.job ? (next.job as Job) : registeredJobs.find((each) => each.name === name);
        await job?.run(services, next.payload as never);
      }
    },
  };
}

const acceptedReply: PushReply = { kind: "replied", status: 201, retryAfterSeconds: null };

function createTestPushClient(): WebPushClient & {
  readonly posted: PushRequest[];
  respond: (request: PushRequest) => PushReply | Promise<PushReply>;
} {
  const posted: PushRequest[] = [];
  return {
    posted,
    respond: () => acceptedReply,
    async post(request) {
      posted.push(request);
      return this.respond(request);
    },
    close() {},
  };
}

function createTestPubSub(): PubSub & { readonly published: { userId: UserId; event: LiveEvent }[] } {
  const published: { userId: UserId; event: LiveEvent }[] = [];
  const listeners = new Map<string, Set<(input: never) => void>>();
  const notify = (topic: string, input: unknown) => {
    for (const listener of listeners.get(topic) ?? []) listener(input as never);
  };
  const addListener = (topic: string, listener: (input: never) => void) => {
    const all = listeners.get(topic) ?? new Set();
    listeners.set(topic, all.add(listener));
    return () => void all.delete(listener);
  };
  return {
    published,
    async publish(userId, event, db) {
      expectTransaction(db, "An event");
      published.push({ userId, event });
      notify("users", userId);
      notify(`user:${userId}`, event);
    },
    async publishAll(input, db) {
      expectTransaction(db, "Events");
      for (const { userId, event } of input) {
        published.push({ userId, event });
        notify("users", userId);
        notify(`user:${userId}`, event);
      }
    },
    subscribe: (userId, listener) => addListener(`user:${userId}`, listener),
    onUserEvent: (listener) => addListener("users", listener),
    broadcast: async (topic, id) => notify(topic, id),
    onBroadcast: addListener,
    onGap: (listener) => addListener("gap", listener),
    catalogue: uncachedCatalogue,
  };
}
