import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import express from "express";
import pg from "pg";
import { booksContract } from "#shared/books/contract.ts";
import { createApp } from "#server/app.ts";
import { createServices } from "#server/create-services.ts";
import { parseEnvironment } from "#server/env.ts";
import { listBooks } from "#server/features/books/lists/catalogue.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { logRequests } from "#server/http/request-log.ts";
import { setSecurityHeaders } from "#server/http/security/security-headers.ts";
import { openLog } from "#server/logging/log.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import { toSettings } from "#server/settings.ts";

const databaseUrl = process.env["DATABASE_URL"] ?? "";
const settings = toSettings(parseEnvironment());
const log = openLog({ default: "info", areas: {} }, path.resolve(settings.dataDir));
const { services } = await createServices(settings, databaseUrl, log);

const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const listOnly = bindRoutes({ listBooks: booksContract.listBooks }, { listBooks });

/** Without the cached replies, so that each request runs its statement. */
const uncached = { ...services, live: { ...services.live, catalogue: uncachedCatalogue } };

/** The statement that the list sends. */
const list = {
  name: "raw_list",
  text: `select id, title, description, author, genre, language, direction, state, cover_hash, first_audio_id,
    average_rating, rating_count, page_count, duration, is_free, is_featured, has_ebook, has_audiobook, has_sync_map,
    created_at::text as created_text, release_at, created_at::text as sort_value,
    (select coalesce(sum(count), 0)::int from exact_counts where name = 'books.published') as total
    from books where state = 'published' order by created_at desc, id desc limit $1`,
  values: [21],
};
const answerRaw: RequestListener = (_req, res) => {
  void pool.query(list).then(({ rows }) => {
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    res.end(JSON.stringify({ books: rows.slice(0, 20), total: rows[0].total }));
  });
};

const createBareApp = () => express().disable("x-powered-by").disable("etag");
const layers: Readonly<Record<string, RequestListener>> = {
  "raw node:http + pg": answerRaw,
  "Express + pg": createBareApp().get("/api/books", answerRaw),
  "+ contract, service, query": createBareApp().use(listOnly(uncached)),
  "+ security headers": createBareApp().use(setSecurityHeaders(settings), listOnly(uncached)),
  "+ request log": createBareApp().use(
    logRequests(log, () => false),
    setSecurityHeaders(settings),
    listOnly(uncached),
  ),
  "whole server": createApp(uncached),
  cached: createApp(services),
};

const urls: Record<string, string> = {};
for (const [name, listener] of Object.entries(layers)) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  urls[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
process.stdout.write(`${JSON.stringify(urls)}\n`);
process.on("SIGTERM", () => process.exit(0));
