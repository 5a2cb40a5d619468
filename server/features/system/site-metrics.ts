import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Gauge } from "prom-client";
import { getLastBackup } from "#server/features/backups/service.ts";
import { countDamagedFiles } from "#server/features/storage-admin/service.ts";
import { registry } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { getDiskSpace } from "#server/storage/disk-space.ts";
import { getVersion } from "#server/version.ts";
import { countJobsByQueue, countJobsByState, countUploadSets } from "./queries.ts";

const registers = [registry];

/** Metrics of the whole site, read from the database and the disk at each scrape. */
export function observeSite(services: Services): void {
  const { probe } = services;
  const readJobs = shareConcurrent(() => countJobsByState(probe));
  new Gauge({
    name: "maktaba_build_info",
    help: "The version that runs",
    labelNames: ["version", "node"],
    registers,
  }).set({ version: getVersion(), node: process.versions.node }, 1);

  new Gauge({
    name: "maktaba_job_oldest_seconds",
    help: "How long the oldest job that is due has waited",
    labelNames: ["job"],
    registers,
    async collect() {
      const rows = await readOrNull(readJobs());
      this.reset();
      for (const { job, state, oldestSeconds } of rows ?? []) {
        if (state === "waiting") this.set({ job }, oldestSeconds);
      }
    },
  });
  new Gauge({
    name: "maktaba_jobs",
    help: "Jobs in the queue",
    labelNames: ["job", "state"],
    registers,
    async collect() {
      const rows = await readOrNull(readJobs());
      this.reset();
      for (const { job, state, count } of rows ?? []) this.set({ job, state }, count);
    },
  });
  new Gauge({
    name: "maktaba_upload_sets",
    help: "Uploads that have not become a book",
    labelNames: ["state"],
    registers,
    async collect() {
      const rows = await readOrNull(countUploadSets(probe));
      this.reset();
      for (const { state, count } of rows ?? []) this.set({ state }, count);
    },
  });
  observeStorage(services);
  observeQueues(services);
  observeBackups(services);
}

function observeStorage({ probe, settings, storage }: Services): void {
  new Gauge({
    name: "maktaba_disk_free_bytes",
    help: "Free space of the data folder and of the media folder",
    labelNames: ["folder"],
    registers,
    async collect() {
      this.reset();
      for (const [folder, at] of Object.entries({ data: "", media: "media" })) {
        const space = await getDiskSpace(path.join(settings.dataDir, at)).catch(() => null);
        if (space) this.set({ folder }, space.free);
      }
    },
  });
  new Gauge({
    name: "maktaba_storage_writable",
    help: "1 when files can be stored, 0 otherwise",
    registers,
    async collect() {
      const isWritable = await readOrNull(storage.check());
      this.remove();
      if (isWritable !== null) this.set(isWritable ? 1 : 0);
    },
  });
  new Gauge({
    name: "maktaba_storage_damaged_files",
    help: "Stored files that the last check found missing or changed",
    registers,
    async collect() {
      const count = await readOrNull(countDamagedFiles(probe));
      this.remove();
      if (count !== null) this.set(count);
    },
  });
}

function observeQueues({ probe }: Services): void {
  const readQueues = shareConcurrent(() => countJobsByQueue(probe));
  new Gauge({
    name: "maktaba_queue_jobs",
    help: "Jobs of a queue that are due and not started",
    labelNames: ["queue"],
    registers,
    async collect() {
      const rows = await readOrNull(readQueues());
      this.reset();
      for (const { queue, count } of rows ?? []) this.set({ queue }, count);
    },
  });
  new Gauge({
    name: "maktaba_queue_oldest_seconds",
    help: "How long the oldest of them has waited",
    labelNames: ["queue"],
    registers,
    async collect() {
      const rows = await readOrNull(readQueues());
      this.reset();
      for (const { queue, oldestSeconds } of rows ?? []) this.set({ queue }, oldestSeconds);
    },
  });
}

function observeBackups({ probe, settings }: Services): void {
  if (!settings.backups) return;
  new Gauge({
    name: "maktaba_backup_interval_seconds",
    help: "The time between two scheduled backups",
    registers,
  }).set(settings.backups.everyHours * 3600);
  const readBackup = shareConcurrent(() => getLastBackup(probe));
  new Gauge({
    name: "maktaba_backup_failed",
    help: "1 when the last backup failed, 0 otherwise",
    registers,
    async collect() {
      const last = await readOrNull(readBackup());
      this.set(last?.error ? 1 : 0);
    },
  });
  new Gauge({
    name: "maktaba_backup_started_timestamp_seconds",
    help: "When the last backup began; absent before the first",
    registers,
    async collect() {
      const last = await readOrNull(readBackup());
      this.remove();
      if (last) this.set(last.startedAt.getTime() / 1000);
    },
  });
}

const maxReadMs = 3_000;

/** What cannot be read is absent, so that a database that is down or busy does not hide the other metrics. */
const readOrNull = <T>(reading: Promise<T>): Promise<T | null> =>
  Promise.race([reading.catch(() => null), sleep(maxReadMs, null, { ref: false })]);

/** Gauges that are collected at the same time share one query. */
function shareConcurrent<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
}
