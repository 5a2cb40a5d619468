import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { createApp } from "#server/app.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { observeQueries } from "#server/db/observe-queries.ts";
import { countJobsByState } from "#server/features/system/service.ts";
import { jobs } from "#server/job-registry.ts";
import { openQueue } from "#server/jobs/queue.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { createFactories } from "#server/testing/factories.ts";
import { startOtlpPeer } from "#server/testing/peers/otlp-peer.ts";
import { startSmtpPeer } from "#server/testing/peers/smtp-peer.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { startTracing } from "./open-telemetry.ts";
import { traceQueries } from "./trace-queries.ts";

test("a request, its queries and the job that it enqueues are one trace, without data of people", async () => {
  const peer = await startOtlpPeer();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", peer.url);
  const stopTracing = startTracing("1.2.3");
  const smtp = await startSmtpPeer();
  const running = await startTestServices({ smtpUrl: smtp.url });
  const db = running.services.db as OpenDatabase;
  observeQueries(db.$client, traceQueries);
  const services = { ...running.services, jobs: await openQueue(db, running.databaseUrl) };
  const server = createServer(createApp(services)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { email: address } = await createFactories(services).user();

  await call(accountsContract.forgotPassword, { body: { email: address } }, { baseUrl });
  const worker = await startWorker(services, running.databaseUrl, jobs);
  await expect.poll(() => countJobsByState(db), { timeout: 20_000 }).toEqual([]);
  await worker.stop();
  server.close();
  server.closeAllConnections();
  await stopTracing();

  const spans = peer.spans();
  const request = spans.find(({ name }) => name === "POST /api/auth/forgot");
  const inTrace = spans.filter(({ traceId }) => traceId === request?.traceId);
  const job = inTrace.find(
    ({ name, parentSpanId }) => name.startsWith("job ") && parentSpanId === request?.spanId,
  );
  const email = inTrace.find(({ name }) => name === "job accounts.send-email");
  const insert = inTrace.find(
    ({ name, parentSpanId }) => name === "postgresql INSERT" && parentSpanId === request?.spanId,
  );
  expect(insert?.attributes).toContainEqual({
    key: "db.query.text",
    value: { stringValue: expect.stringContaining("$1") },
  });
  expect(job).toBeDefined();
  // A job that a job enqueues is in the same trace, and its queries are its steps.
  expect(email?.parentSpanId).toBe(job?.spanId);
  expect(inTrace.some(({ parentSpanId }) => parentSpanId === email?.spanId)).toBe(true);
  expect(request?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
  expect(peer.received()).not.toContain(address);
  peer.stop();
  smtp.stop();
  vi.unstubAllEnvs();
  await running.stop();
});
