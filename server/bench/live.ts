import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import type { User } from "#shared/accounts/user.ts";
import { ConversationId } from "#shared/messages/contract.ts";
import { sendPrivateMessage } from "#server/features/messages/sending.ts";
import { listPrivateMessages } from "#server/features/messages/service.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { percentile, timed } from "./load.ts";
import type { Bench, BenchServer, Section } from "./section.ts";

const clientCount = 2_000;
const messageCount = 400;

/** Their receivers are clients of the restarted process. */
const sentMeanwhile = Array.from({ length: 50 }, (_, n) => n * 2 + 1);

/** 2,000 open event streams on two processes: memory, delivery of messages, and a restart of one process. */
export const live: Section = {
  name: "live",
  async run(report, bench) {
    report.step("readers");
    const clients = await makeClients(bench);
    const servers = [await bench.startServer({ DEMO: "off" }), await bench.startServer({ DEMO: "off" })];
    const before = servers.map(getResidentKb);
    report.step("streams");
    await runInGroups(clients, (client, n) => client.connect(servers[n % 2]?.baseUrl ?? ""));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const growth = servers.map((server, n) => getResidentKb(server) - (before[n] ?? 0));
    report.metric("memory of a stream", Math.max(...growth) / (clientCount / 2), "kB", { max: 60 });

    report.step("messages");
    const times: number[] = [];
    for (let n = 0; n < messageCount; n++) times.push(await deliver(bench, clients, n));
    report.metric("message to receipt, p95", percentile(times, 0.95), "ms", { max: 150 });

    report.step("restart of one process");
    const [first] = servers;
    const port = new URL(first?.baseUrl ?? "").port;
    const restart = await timed(async () => {
      const reconnections = clients.filter((_, n) => n % 2 === 0).map((client) => client.waitForReconnect());
      await first?.stop();
      for (const n of sentMeanwhile) await send(bench, clients, n);
      servers[0] = await bench.startServer({ DEMO: "off", PORT: port });
      await Promise.all(reconnections);
    });
    report.metric("all streams back after a restart", restart / 1_000, "s", { max: 30 });
    const received = await Promise.all(sentMeanwhile.map((n) => hasBoth(bench, clients, n)));
    report.metric("messages missed over the restart", received.filter((found) => !found).length, "", {
      max: 0,
    });
    for (const client of clients) client.close();
    await Promise.all(servers.map((server) => server.stop()));
  },
};

/** A reader's event stream, which reconnects as browsers do. */
class StreamClient {
  #reply: IncomingMessage | undefined;
  #isClosed = false;
  #retryMs = 3_000;
  #onEvent: ((frame: string) => void) | undefined;
  #onHello: (() => void) | undefined;

  readonly user: User;
  readonly #cookie: string;

  constructor(user: User, cookie: string) {
    this.user = user;
    this.#cookie = cookie;
  }

  connect(baseUrl: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onHello = resolve;
      this.#open(baseUrl);
    });
  }

  waitForReconnect(): Promise<void> {
    return new Promise((resolve) => {
      this.#onHello = resolve;
    });
  }

  /** The next frame that contains the text. */
  waitForText(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onEvent = (frame) => frame.includes(text) && resolve();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#reply?.destroy();
  }

  #open(baseUrl: string): void {
    const reopen = () => {
      if (!this.#isClosed) setTimeout(() => this.#open(baseUrl), this.#retryMs);
    };
    const headers = { Cookie: this.#cookie, Accept: "text/event-stream" };
    get(`${baseUrl}/api/live`, { agent: false, headers }, (reply) => {
      this.#reply = reply;
      reply.setEncoding("utf8");
      reply.on("data", (frame: string) => {
        const [, retry] = /retry: (\d+)/.exec(frame) ?? [];
        if (retry) this.#retryMs = Number(retry);
        if (frame.includes("event: hello")) this.#onHello?.();
        this.#onEvent?.(frame);
      });
      reply.once("close", reopen);
      reply.on("error", () => {});
    }).once("error", reopen);
  }
}

/** Pairs of readers, each with a conversation: 0 with 1, 2 with 3 and so on. */
async function makeClients(bench: Bench): Promise<StreamClient[]> {
  const factories = createFactories(bench.services);
  const clients: StreamClient[] = [];
  for (let n = 0; n < clientCount; n++) {
    const user = await factories.user();
    clients.push(new StreamClient(user, await createSessionCookie(bench.services, user)));
  }
  const { db } = bench.services;
  for (let n = 0; n < messageCount; n += 2) {
    const [userId, friendId] = [clients[n]?.user.id, clients[n + 1]?.user.id];
    await db.execute(
      `insert into conversations (id, title, last_number, active_at, created_at) values ('${getConversation(n)}', 'Pair ${n}', 0, now(), now());
       insert into conversation_members (conversation_id, user_id, state, joined_at) values
       ('${getConversation(n)}', '${userId}', 'active', now()), ('${getConversation(n)}', '${friendId}', 'active', now())`,
    );
  }
  return clients;
}

const getConversation = (n: number) =>
  ConversationId.parse(`e1000000-0000-4000-8000-${String(n - (n % 2)).padStart(12, "0")}`);

async function runInGroups(
  clients: readonly StreamClient[],
  callback: (client: StreamClient, n: number) => Promise<void>,
) {
  for (let start = 0; start < clients.length; start += 100) {
    await Promise.all(clients.slice(start, start + 100).map((client, n) => callback(client, start + n)));
  }
}

/** Milliseconds until the other reader of a pair has received a message. */
async function deliver(bench: Bench, clients: readonly StreamClient[], n: number): Promise<number> {
  const receiver = clients[n % 2 === 0 ? n + 1 : n - 1];
  return timed(() => Promise.all([receiver?.waitForText('"message"'), send(bench, clients, n)]));
}

async function send({ services }: Bench, clients: readonly StreamClient[], n: number): Promise<void> {
  const sender = clients[n]?.user;
  if (!sender) throw new Error(`No client ${n}.`);
  await sendPrivateMessage(
    { ...services, user: sender },
    {
      params: { conversationId: getConversation(n) },
      body: { text: `Message ${n}.`, clientId: randomUUID() },
    },
  );
}

/** Whether the receiver finds the first message of a sender and the one sent during the restart. */
async function hasBoth({ services }: Bench, clients: readonly StreamClient[], n: number): Promise<boolean> {
  const [receiver, sender] = [clients[n - 1]?.user, clients[n]?.user];
  if (!receiver || !sender) return false;
  const { messages } = await listPrivateMessages(
    { ...services, user: receiver },
    { params: { conversationId: getConversation(n) }, query: {} },
  );
  return messages.filter((message) => message.sender?.id === sender.id).length === 2;
}

function getResidentKb({ pid }: BenchServer): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb);
}
