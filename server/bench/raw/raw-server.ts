import { createReadStream, createWriteStream, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import type { RawContent } from "./raw.ts";

const content = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as RawContent;
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10 });
const bodies = new Map<string, Buffer>();

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { url = "" } = req;
  if ("file" in content) {
    const { size } = statSync(content.file);
    const [, from, to] = /bytes=(\d+)-(\d*)/.exec(req.headers.range ?? "") ?? [];
    const end = to ? Number(to) : size - 1;
    const length = end - Number(from) + 1;
    res.writeHead(206, { "Content-Length": length, "Content-Range": `bytes ${from}-${end}/${size}` });
    createReadStream(content.file, { start: Number(from), end }).pipe(res);
  } else if ("folder" in content) {
    await pipeline(req, createWriteStream(path.join(content.folder, String(performance.now()))));
    res.end("done");
  } else if ("origin" in content) {
    const headers = { cookie: req.headers.cookie ?? "" };
    const body =
      bodies.get(url) ?? Buffer.from(await (await fetch(content.origin + url, { headers })).arrayBuffer());
    bodies.set(url, body);
    sendJson(res, body);
  } else {
    const replies: unknown[] = [];
    for (const statement of content.statements[url] ?? []) replies.push((await pool.query(statement)).rows);
    sendJson(res, Buffer.from(JSON.stringify(replies)));
  }
}

function sendJson(res: ServerResponse, body: Buffer): void {
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", body.length);
  res.end(body);
}

/** Longer than another server is measured. */
const keepAliveTimeout = 120_000;
const server = createServer({ keepAliveTimeout }, (req, res) => {
  answer(req, res).catch(() => res.destroy());
}).listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
