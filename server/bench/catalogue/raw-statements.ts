import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

/** Statements by path; a request runs those of its path and answers with their rows. */
const statements = JSON.parse(readFileSync(process.env["STATEMENTS"] ?? "", "utf8")) as Record<
  string,
  { readonly name: string; readonly text: string; readonly values: unknown[] }[]
>;
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 10 });

const server = createServer((req, res) => {
  void (async () => {
    const replies: unknown[] = [];
    for (const statement of statements[req.url ?? ""] ?? []) replies.push((await pool.query(statement)).rows);
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    res.end(JSON.stringify(replies));
  })();
}).listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on("SIGTERM", () => process.exit(0));
