import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ConversationId } from "#shared/messages/message.ts";
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { getCpuMs, getResidentMb, percentile, size, timed } from "#server/bench/core/load.ts";
import { sendPrivateMessage } from "#server/features/messages/sending.ts";
import { listPrivateMessages } from "#server/features/messages/service.ts";

/** Half of them on each process. */
const clientCount = Number(process.env["LIVE_STREAMS"] ?? size(4_000, 100));
/** A heartbeat of each stream and more. */
const idleMs = size(30_000, 1_000);
const messageCount = size(400, 40);
/** Their receivers are clients of the restarted process. */
const sentMeanwhile = Array.from({ length: messageCount / 8 }, (_, n) => n * 2 + 1);

/** Open event streams on two processes: memory, delivery of messages, and a restart of one process. */
export async function live(bench: Bench): Promise<void> {
  bench.step("readers");
  const clients = (await bench.signInMany(clientCount)).map((reader) => new StreamClient(reader));
  bench.atEnd(() => clients.map((client) => client.close()));
  await createConversations(bench, clients);
  const servers = [await bench.startServer(), await bench.startServer()];
  const measureEach = (measure: (pid: number) => number) => servers.map(({ pid }) => measure(pid));
  const getGrowth = (after: readonly number[], before: readonly number[]) =>
    Math.max(...after.map((value, n) => value - (before[n] ?? 0))) / (clientCount / 2);
  const memoryBefore = measureEach(getResidentMb);
  for (let start = 0; start < clientCount; start += 100) {
    const group = clients.slice(start, start + 100);
    await Promise.all(group.map((client, n) => client.connect(servers[n % 2]?.baseUrl ?? "")));
  }
  await sleep(2_000);
  const memory = getGrowth(measureEach(getResidentMb), memoryBefore);
  const cpuBefore = measureEach(getCpuMs);
  await sleep(idleMs);
  const cpu = getGrowth(measureEach(getCpuMs), cpuBefore) / idleMs;
  bench.figures(
    ["streams on two processes", clientCount, "", `≥ ${clientCount}`],
    ["memory of a stream", memory * 1_024, "kB", "≤ 60"],
    ["processor time of 1,000 idle streams", cpu * 100_000, "%", "≤ 5"],
  );

  const times: number[] = [];
  for (let n = 0; n < messageCount; n++) {
    const receiver = clients[n % 2 === 0 ? n + 1 : n - 1];
    times.push(await timed(() => Promise.all([receiver?.waitForText('"message"'), send(clients, n)])));
  }
  bench.figures(["message to receipt, p95", percentile(times, 0.95), "ms", "≤ 150"]);

  const [first] = servers;
  const restart = await timed(async () => {
    const disconnected = clients.filter((_, n) => n % 2 === 0);
    const reconnections = disconnected.map((client) => client.waitForText("event: hello"));
    await first?.stop();
    for (const n of sentMeanwhile) await send(clients, n);
    await bench.startServer({ PORT: new URL(first?.baseUrl ?? "").port });
    await Promise.all(reconnections);
  });
  const received = await Promise.all(sentMeanwhile.map((n) => hasBoth(clients, n)));
  bench.figures(
    ["all streams back after a restart", restart / 1_000, "s", "≤ 30"],
    ["messages missed over the restart", received.filter((found) => !found).length, "", "≤ 0"],
  );
}

/** A reader's event stream, which reconnects as browsers do. */
class StreamClient {
  readonly reader: Reader;
  readonly #closing = new AbortController();
  #onEvent: ((frame: string) => void) | undefined;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  connect(baseUrl: string): Promise<void> {
    const connected = this.waitForText("event: hello");
    void this.#run(`${baseUrl}/api/live`);
    return connected;
  }

  /** The next frame that contains the text. */
  waitForText(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onEvent = (frame) => frame.includes(text) && resolve();
    });
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(url: string): Promise<void> {
    const headers = { Cookie: this.reader.cookie, Accept: "text/event-stream" };
    const { signal } = this.#closing;
    for (let retryMs = 3_000; !signal.aborted; await sleep(retryMs)) {
      try {
        const [reply] = await once(get(url, { agent: false, headers, signal }), "response");
        for await (const frame of (reply as IncomingMessage).setEncoding("utf8")) {
          const [, retry = retryMs] = /retry: (\d+)/.exec(frame) ?? [];
          retryMs = Number(retry);
          this.#onEvent?.(frame);
        }
      } catch {
        // Closed, or the server is not there.
      }
    }
  }
}

/** One for each pair of readers: 0 with 1, 2 with 3 and so on. */
async function createConversations(bench: Bench, clients: readonly StreamClient[]): Promise<void> {
  const ids = clients.slice(0, messageCount).map(({ reader }) => `'${reader.user.id}'`);
  const conversations = ids.map((_, n) => `'${getConversation(n)}'`);
  const pairs = `unnest(array[${conversations}]::uuid[], array[${ids}]::uuid[]) as pair (conversation, reader)`;
  await bench.sql(
    `insert into conversations (id, title, last_number, active_at, created_at)
       select distinct conversation, 'Pair', 0, now(), now() from ${pairs};
     insert into conversation_members (conversation_id, user_id, state, joined_at)
       select conversation, reader, 'active', now() from ${pairs}`,
  );
}

const getConversation = (n: number) =>
  ConversationId.parse(`e1000000-0000-4000-8000-${String(n - (n % 2)).padStart(12, "0")}`);

async function send(clients: readonly StreamClient[], n: number): Promise<void> {
  const sender = clients[n]?.reader;
  if (!sender) throw new Error(`No client ${n}.`);
  const body = { text: `Message ${n}.`, clientId: randomUUID() };
  await sendPrivateMessage(sender.context, { params: { conversationId: getConversation(n) }, body });
}

/** Whether the receiver finds the first message of a sender and the one sent during the restart. */
async function hasBoth(clients: readonly StreamClient[], n: number): Promise<boolean> {
  const [receiver, sender] = [clients[n - 1]?.reader, clients[n]?.reader];
  if (!receiver || !sender) return false;
  const input = { params: { conversationId: getConversation(n) }, query: {} };
  const { messages } = await listPrivateMessages(receiver.context, input);
  return messages.filter((message) => message.sender?.id === sender.user.id).length === 2;
}
