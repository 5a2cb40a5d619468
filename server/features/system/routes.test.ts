import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { systemContract } from "#shared/system/contract.ts";
import { mountedOperations } from "#server/app.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import type { OpenApi } from "#server/http/api/openapi.ts";
import { projectRoot } from "#server/project-root.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import { describedFeatures } from "./contracts.ts";

interface Matrix {
  readonly rows: readonly { readonly method: string; readonly path: string }[];
  readonly covers: readonly string[];
}

const names = { firstName: "Amina", lastName: "Noor" };
const noToken = { token: "a".repeat(43), newPassword: "dawn at the well" };

describe("health", () => {
  test("covers the process only", async ({ app }) => {
    expect(await app.as(null)(systemContract.getHealth, {})).toEqual({ status: "alive" });
  });

  test("and readiness check database, storage and migrations", async ({ app }) => {
    expect(await app.as(null)(systemContract.getReadiness, {})).toMatchObject({ status: "ready" });
  });

  test("and readiness wait for pending migrations, and allow those of a later version", async ({ app }) => {
    const getStatus = async () => (await app.fetch("/readyz")).status;
    await app.db.execute(sql`insert into drizzle.__drizzle_migrations (hash) values ('later')`);
    expect(await getStatus()).toBe(200);

    await app.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`);
    await app.db.execute(sql`create table drizzle.kept as table drizzle.__drizzle_migrations`);
    await app.db.execute(sql`delete from drizzle.__drizzle_migrations`);
    expect(await getStatus()).toBe(503);

    await app.db.execute(sql`insert into drizzle.__drizzle_migrations table drizzle.kept`);
    expect(await getStatus()).toBe(200);
  });

  test("and readiness say when the disk is full", async ({ app }) => {
    const { statfs } = fsPromises;
    const replaceStatfs = (replacement: typeof statfs) => {
      fsPromises.statfs = replacement;
      syncBuiltinESMExports();
    };
    replaceStatfs((async (folder: string) => {
      const found = await statfs(folder);
      return { ...found, bavail: Math.floor(found.blocks * 0.0001), bsize: found.bsize };
    }) as typeof statfs);
    try {
      const reply = await app.fetch("/readyz");
      expect([reply.status, await reply.json()]).toMatchObject([200, { storage: "full" }]);
    } finally {
      replaceStatfs(statfs);
    }
    expect(await app.as(null)(systemContract.getReadiness, {})).toMatchObject({ storage: "writable" });
  });

  test("and readiness does not wait for busy connections", async ({ app }) => {
    const releaseEvents = new EventEmitter();
    const released = once(releaseEvents, "release");
    const max = (app.services.db as OpenDatabase).$client.options.max;
    const readers = Array.from({ length: 2 * max }, () => app.services.db.transaction(() => released));

    expect(await app.as(null)(systemContract.getReadiness, {})).toMatchObject({ status: "ready" });

    releaseEvents.emit("release");
    await Promise.all(readers);
  });
});

describe("the API document", () => {
  const read = async (app: { fetch(path: string): Promise<Response> }) =>
    (await (await app.fetch("/api/openapi.json")).json()) as OpenApi;

  test("is valid OpenAPI 3.1", async ({ app }) => {
    const result = await new Validator().validate({ ...(await read(app)) });

    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test("describes every contract with a unique operation id", async ({ app }) => {
    const { paths } = await read(app);
    const described = Object.values(paths).flatMap((item) => Object.values(item));
    const operationNames = describedFeatures.flatMap(({ contracts, streams }) =>
      Object.keys({ ...contracts, ...streams }),
    );

    expect(described.map(({ operationId }) => operationId).sort()).toEqual(operationNames.sort());
    expect(new Set(operationNames).size).toBe(operationNames.length);
    for (const { summary, tags } of described) expect([summary.length > 0, tags.length]).toEqual([true, 1]);
  });

  test("contains every mounted operation", async ({ app }) => {
    const { paths } = await read(app);
    const described = new Set(
      Object.entries(paths).flatMap(([url, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${url.replace(/\{\w+\}/g, "{}")}`),
      ),
    );
    const mounted = mountedOperations.map(
      ({ method, path: url }) => `${method} ${url.replace(/[:*]\w+/g, "{}")}`,
    );

    expect(mounted.filter((operation) => !described.has(operation))).toEqual([]);
  });

  test("contains no operation missing in the role matrix", async ({ app }) => {
    const { paths } = await read(app);
    const file = path.join(projectRoot, "server", "testing", "security", "security.matrix.json");
    const { rows, covers }: Matrix = JSON.parse(readFileSync(file, "utf8"));
    const normalizePath = (url: string) => url.replace(/\?.*$/, "").replace(/\{[^}]+\}/g, "{}");
    const covered = new Set([
      ...rows.map((row) => `${row.method} ${normalizePath(row.path)}`),
      ...covers.map((operation) => normalizePath(operation)),
    ]);
    const operations = Object.entries(paths).flatMap(([url, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${normalizePath(url)}`),
    );

    expect(operations.length).toBeGreaterThan(100);
    expect(operations.filter((operation) => !covered.has(operation))).toEqual([]);
  });

  test("has no unresolved references", async ({ app }) => {
    const api = await read(app);
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => String(to));

    expect(references.length).toBeGreaterThan(50);
    for (const to of new Set(references)) {
      expect(Object.keys(api.components.schemas)).toContain(to.replace("#/components/schemas/", ""));
    }
  });

  test("lists every response of these requests", async ({ app }) => {
    const { paths } = await read(app);
    const book = await app.make.audiobook({ chapters: 2, isFree: false });
    const json = { "Content-Type": "application/json" };
    const newcomer = { email: "twice@example.org", password: "dawn at the well", username: "twice" };
    const signUp = { method: "POST", headers: json, body: JSON.stringify({ ...newcomer, ...names }) };
    const post = (body: string, headers: Record<string, string> = json) => ({
      method: "POST",
      headers,
      body,
    });
    await app.fetch("/api/auth/signup", signUp);

    const requested: [string, string, RequestInit, number][] = [
      ["/api/auth/signup", "/api/auth/signup", signUp, 409],
      [
        "/api/auth/signin",
        "/api/auth/signin",
        post(JSON.stringify({ email: newcomer.email, password: "not it" })),
        401,
      ],
      ["/api/auth/signin", "/api/auth/signin", post("{}", { ...json, Origin: "https://evil.test" }), 403],
      ["/api/auth/signin", "/api/auth/signin", post("x", { "Content-Type": "text/plain" }), 415],
      ["/api/auth/signin", "/api/auth/signin", post(`"${"x".repeat(1_100_000)}"`), 413],
      ["/api/auth/reset", "/api/auth/reset", post(JSON.stringify(noToken)), 409],
      ["/api/login", "/api/login", {}, 303],
      ["/api/media/stream", `/api/media/stream?mediaType=cover&bookId=${book.id}`, {}, 302],
      ["/api/media/stream", `/api/media/stream?mediaType=epub&bookId=${noBook}`, {}, 404],
    ];

    for (const [path, url, init, status] of requested) {
      const reply = await app.fetch(url, { redirect: "manual", ...init });
      const operation = paths[path]?.[(init.method ?? "GET").toLowerCase()];
      expect([url, reply.status]).toEqual([url, status]);
      expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
    }
  });

  test("writes dates as strings and lists required roles", async ({ app }) => {
    const api = await read(app);
    const createdAt = (api.components.schemas["Book"] as { properties: Record<string, unknown> }).properties[
      "createdAt"
    ];

    expect(JSON.stringify(createdAt)).toMatch(/date-time|Instant/);
    expect(api.paths["/api/user/library"]?.["get"]).toMatchObject({
      security: [{ session: [] }, { bearer: ["read"] }, { basic: ["read"] }],
    });
    expect(api.paths["/api/books"]?.["get"]?.["security"]).toEqual([]);
  });

  test("is readable without scripts", async ({ app }) => {
    const reply = await app.fetch("/api/docs");
    const page = await reply.text();

    expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page).toContain("/api/user/library/{bookId}");
    expect(page).not.toContain("<script");
  });
});
