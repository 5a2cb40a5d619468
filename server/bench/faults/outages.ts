import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type Bench, type BenchServer, createCall, type Reader } from "#server/bench/core/bench.ts";
import {
  callUntilStopped,
  getResidentMb,
  median,
  percentile,
  repeat,
  size,
  timed,
  timeEach,
  waitUntil,
} from "#server/bench/core/load.ts";
import { migrate } from "#server/db/migrate.ts";
import { requireNginx, startCluster, startProxy } from "./cluster.ts";

const clients = size(16, 4);
const pauseMs = 80;
/** The memory of a server under load has grown to its size by then. */
const warmUpMs = size(20_000, 2_000);
const downMs = size(60_000, 3_000);
const guest = { cookie: "" } as Reader;

/** About 200 reads and writes in a second. @returns ends them; gives the number of answers other than 200 and 503 */
function startLoad(bench: Bench, call: BenchServer["call"], readers: readonly Reader[], bookId: string) {
  const failures: string[] = [];
  const stop = callUntilStopped(readers.length, async (n) => {
    const reader = readers[n] ?? guest;
    const request =
      n % 2 === 0
        ? call(reader, "GET", `/api/books/${bookId}`)
        : call(reader, "PUT", `/api/user/library/${bookId}`, { status: "want-to-read" });
    const { status } = await request.catch((error: Error) => ({ status: String(error.cause ?? error) }));
    if (status !== 200 && status !== 503) failures.push(String(status));
    await sleep(pauseMs);
  });
  return async () => {
    await stop();
    if (failures.length > 0) bench.note([...new Set(failures)].join("; "));
    return failures.length;
  };
}

/** PostgreSQL is restarted under load, then it is away for a minute. */
export async function restartDatabase(bench: Bench): Promise<void> {
  const { cluster, kill } = await startCluster(bench);
  await migrate(cluster.databaseUrl);
  const { id } = await cluster.make.ebook({ wordCount: 10, pageCount: 1 });
  const readers = await cluster.signInMany(clients);
  const server = await cluster.startServer();
  const stopLoad = startLoad(bench, server.call, readers, id);
  const [reader = guest] = readers;
  const write = () => server.call(reader, "PUT", `/api/user/library/${id}`, { status: "finished" });
  const recover = () => waitUntil(async () => (await write()).status === 200, 60_000);
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    await sleep(2_000);
    const ms = await timed(() => kill(signal).then(recover));
    bench.figures([`restart by ${signal} until the first write`, ms / 1_000, "s", "≤ 15"]);
  }
  await sleep(warmUpMs);
  const before = getResidentMb(server.pid);
  const away = kill("SIGQUIT", downMs);
  await sleep(downMs / 2);
  const getStatus = async (path: string) => (await fetch(server.baseUrl + path)).status;
  const [alive, ready] = await Promise.all([getStatus("/healthz"), getStatus("/readyz")]);
  await away;
  const seconds = (await timed(recover)) / 1_000;
  const failures = await stopLoad();
  bench.figures(
    ["liveness while the database is away", alive, "", "= 200"],
    ["readiness meanwhile", ready, "", "= 503"],
    ["back until the first write", seconds, "s", "≤ 15"],
    ["memory growth", getResidentMb(server.pid) - before, "MB", "≤ 50"],
    ["answers other than 200 and 503", failures, "", "≤ 0"],
  );
}

/** Two web processes behind nginx stop and start in turn under load; no request is cut. */
export async function stopUnderLoad(bench: Bench): Promise<void> {
  if (!requireNginx(bench)) return;
  const { id } = await bench.make.ebook({ wordCount: 10, pageCount: 1 });
  const { url, environments } = await startProxy(bench);
  const servers = await Promise.all(environments.map((env) => bench.startServer(env)));
  const stopLoad = startLoad(bench, createCall(url), await bench.signInMany(clients), id);
  const times: number[] = [];
  for (const [n, server] of servers.entries()) {
    await sleep(2_000);
    times.push(await timed(() => server.stop()));
    await bench.startServer(environments[n]);
  }
  await sleep(2_000);
  const failures = await stopLoad();
  bench.figures(
    ["end after SIGTERM", Math.max(...times) / 1_000, "s", "≤ 10"],
    ["requests cut", failures, "", "≤ 0"],
  );
}

/** Clients that send a header byte a second do not slow the others down, and are disconnected. */
export async function slowClients(bench: Bench): Promise<void> {
  const { id } = await bench.make.ebook({ wordCount: 10, pageCount: 1 });
  const [server, reader] = [await bench.startServer(), await bench.signIn()];
  const { port } = new URL(server.baseUrl);
  const sockets: Socket[] = [];
  bench.atEnd(() => sockets.map((socket) => socket.destroy()));
  for (let n = 0; n < size(200, 20); n++) {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    socket.write("GET /api/books HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    sockets.push(socket);
  }
  const timer = setInterval(() => sockets.map((socket) => socket.writable && socket.write("a")), 1_000);
  bench.atEnd(() => clearInterval(timer));
  const times = await repeat(size(500, 50), () => server.call(reader, "GET", `/api/books/${id}`), 20);
  const areClosed = await waitUntil(async () => sockets.every(({ closed }) => closed), 60_000);
  bench.figures(
    ["p95 beside slow clients", percentile(times, 0.95), "ms", "≤ 500"],
    ["they are disconnected", Number(areClosed), "", "≥ 1"],
  );
}

/** A mail server that accepts connections and never answers. */
export async function hangingMailServer(bench: Bench): Promise<void> {
  const silent = createServer((socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  bench.atEnd(() => silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as { readonly port: number };
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "library@example.org" };
  const { path, method } = accountsContract.forgotPassword;
  const people = await bench.signInMany(size(40, 8));
  const server = await bench.startServer(env, "both");
  const times = await timeEach(people, ({ user: { email } }) => server.call(guest, method, path, { email }));
  const [reader = guest] = people;
  const { id } = await bench.make.ebook({ wordCount: 10, pageCount: 1 });
  await server.call(reader, "PUT", `/api/user/library/${id}`, { status: "finished" });
  const hasRun = async () =>
    (await bench.count("graphile_worker.jobs where task_identifier = 'library.book-finished'")) === 0;
  const otherJob = await timed(() => waitUntil(hasRun, 60_000));
  const waiting = await bench.count("graphile_worker.jobs where task_identifier = 'accounts.send-email'");
  bench.figures(
    ["request while the mail server hangs, median", median(times), "ms", "≤ 500"],
    ["emails that wait for it", waiting, "", `≥ ${people.length}`],
    ["another job meanwhile", otherJob / 1_000, "s", "≤ 10"],
  );
}
