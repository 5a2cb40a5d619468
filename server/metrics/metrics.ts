import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What `/metrics` of this process shows, in Prometheus' format. */
export const registry = new Registry();
const registers = [registry];

/** Seconds. */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const requestCount = new Counter({
  name: "maktaba_http_requests_total",
  help: "Requests, by the path of the contract",
  labelNames: ["method", "route", "status"],
  registers,
});

export const requestSeconds = new Histogram({
  name: "maktaba_http_request_seconds",
  help: "Time to the end of the reply; event streams are left out",
  labelNames: ["method", "route"],
  buckets,
  registers,
});

export const cachedReplyCount = new Counter({
  name: "maktaba_reply_cache_total",
  help: "Requests for replies that guests share",
  labelNames: ["result"],
  registers,
});

export const replicaReadCount = new Counter({
  name: "maktaba_replica_reads_total",
  help: "Reads that a replica may answer; the result is `replica`, or why the primary did",
  labelNames: ["result"],
  registers,
});

export const replicaUsed = new Gauge({
  name: "maktaba_replica_used",
  help: "Whether reads come from the replica",
  registers,
});

export const replicaLagSeconds = new Gauge({
  name: "maktaba_replica_lag_seconds",
  help: "Age of the oldest change that the replica does not have",
  registers,
});

// Absent without a replica.
for (const gauge of [replicaUsed, replicaLagSeconds]) gauge.remove();

export const eventStreams = new Gauge({
  name: "maktaba_event_streams",
  help: "Open event streams",
  registers,
});

export const jobSeconds = new Histogram({
  name: "maktaba_job_seconds",
  help: "Duration of jobs",
  labelNames: ["job", "result"],
  buckets: [0.01, 0.1, 1, 10, 60, 600, 3600],
  registers,
});

export const emailCount = new Counter({
  name: "maktaba_emails_total",
  help: "Attempts to send an email",
  labelNames: ["result"],
  registers,
});

export const pushCount = new Counter({
  name: "maktaba_pushes_total",
  help: "Requests to push services, by the class of the reply",
  labelNames: ["result"],
  registers,
});

export const uploadedBytes = new Counter({
  name: "maktaba_uploaded_bytes_total",
  help: "Bytes of uploads that were stored",
  registers,
});

// Alerts compare these results, also before the first of each.
for (const result of ["sent", "failed"]) emailCount.inc({ result }, 0);
for (const result of ["2xx", "unreachable"]) pushCount.inc({ result }, 0);

const pools = new Map<pg.Pool, string>();

export interface PoolUse {
  readonly pool: string;
  readonly used: number;
  readonly idle: number;
  /** Requests for a connection. */
  readonly waiting: number;
}

export const listPoolUse = (): readonly PoolUse[] =>
  Array.from(pools, ([{ totalCount, idleCount, waitingCount }, pool]) => ({
    pool,
    used: totalCount - idleCount,
    idle: idleCount,
    waiting: waitingCount,
  }));

new Gauge({
  name: "maktaba_database_connections",
  help: "Connections of a pool; waiting: requests for one",
  labelNames: ["pool", "state"],
  registers,
  collect() {
    this.reset();
    for (const { pool, ...states } of listPoolUse())
      for (const [state, count] of Object.entries(states)) this.inc({ pool, state }, count);
  },
});

/** @returns a function that ends the observation */
export function observePool(name: string, pool: pg.Pool): () => void {
  pools.set(pool, name);
  return () => pools.delete(pool);
}

/** Memory, processor time, event loop delay and garbage collection. */
export const observeProcess = (): void => collectDefaultMetrics({ register: registry });
