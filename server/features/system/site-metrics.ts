import path from "node:path";
import { Gauge } from "prom-client";
import { getLastBackup } from "#server/features/backups/service.ts";
import { registry } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { getDiskSpace } from "#server/storage/disk-space.ts";
import { getVersion } from "#server/version.ts";
import { countJobsByState, countUploadSets } from "./queries.ts";

const registers = [registry];

/** Metrics of the whole site, read from the database and the disk at each scrape. */
export function observeSite(services: Services): void {
  const { db, probe, settings, storage } = services;
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
      const rows = await readJobs();
      this.reset();
      for (const { job, state, oldestSeconds } of rows) {
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
      const rows = await readJobs();
      this.reset();
      for (const { job, state, count } of rows) this.set({ job, state }, count);
    },
  });
  new Gauge({
    name: "maktaba_upload_sets",
    help: "Uploads that have not become a book",
    labelNames: ["state"],
    registers,
    async collect() {
      const rows = await countUploadSets(db);
      this.reset();
      for (const { state, count } of rows) this.set({ state }, count);
    },
  });
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
      this.set((await storage.check()) ? 1 : 0);
    },
  });
  observeBackups(services);
}

function observeBackups({ db, settings }: Services): void {
  if (!settings.backups) return;
  new Gauge({
    name: "maktaba_backup_interval_seconds",
    help: "The time between two scheduled backups",
    registers,
  }).set(settings.backups.everyHours * 3600);
  const readBackup = shareConcurrent(() => getLastBackup(db));
  new Gauge({
    name: "maktaba_backup_failed",
    help: "1 when the last backup failed, 0 otherwise",
    registers,
    async collect() {
      this.set((await readBackup())?.error ? 1 : 0);
    },
  });
  new Gauge({
    name: "maktaba_backup_started_timestamp_seconds",
    help: "When the last backup began; absent before the first",
    registers,
    async collect() {
      const last = await readBackup();
      this.remove();
      if (last) this.set(last.startedAt.getTime() / 1000);
    },
  });
}

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
