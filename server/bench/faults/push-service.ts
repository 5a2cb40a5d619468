import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { UserId } from "#shared/accounts/user.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { waitUntil } from "#server/bench/core/load.ts";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";

interface Message {
  readonly postId: string;
  readonly url: string;
  readonly status: "waiting" | "sending" | "sent" | "failed";
  readonly error: string | null;
}

/** A push service that counts what it receives by the page that a message opens. */
export async function startPushService(bench: Bench) {
  const received = new Map<string, number>();
  const files = { key: getFixturePath("push/localhost.key"), cert: getFixturePath("push/localhost.crt") };
  const server = createServer({ key: readFileSync(files.key), cert: readFileSync(files.cert) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  bench.atEnd(() => void server.close());
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const browser = createPushBrowser(`https://${host}/device`);
  server.on("request", async (req, res) => {
    const { url } = browser.open({ body: await buffer(req) });
    received.set(url, (received.get(url) ?? 0) + 1);
    res.writeHead(201).end();
  });

  return {
    /** Of the workers. */
    environment: { PUSH_HOSTS: host, NODE_EXTRA_CA_CERTS: files.cert },

    async addDevice(cluster: Bench, userId: UserId): Promise<void> {
      const { endpoint, keys, name } = browser.subscription;
      await cluster.sql(
        `insert into push_devices (user_id, endpoint, p256dh, auth, name, session_hash)
         values ('${userId}', '${endpoint}', '${keys.p256dh}', '${keys.auth}', '${name}', 'bench')`,
      );
    },

    /**
     * Each of the posts has one message. It is sent once, unless the worker was killed, or lost the push service, while
     * it sent it: whether it arrived is not known then, and it is not sent again.
     */
    async compare(cluster: Bench, postIds: readonly string[]): Promise<void> {
      const list = () =>
        cluster.sql<Message & Record<string, unknown>>(
          `select substr(about, 6) as "postId", payload->>'url' as url, status, error
           from push_messages where about like 'post:%'`,
        );
      const isPending = ({ status }: Message) => status === "waiting";
      await waitUntil(async () => !(await list()).some(isPending), 300_000);
      const messages = await list();
      const count = (matches: (message: Message) => boolean) => messages.filter(matches).length;
      const hasArrived = ({ url }: Message) => received.has(url);
      const isUnknown = ({ status, error }: Message) => status === "sending" || error === "unknown";
      const acknowledged = new Set(postIds);
      bench.figures(
        [
          "push messages beside one for each post",
          count(({ postId }) => acknowledged.has(postId)) - postIds.length,
          "",
          "= 0",
        ],
        ["pushes, arrived", count(hasArrived), "", "≥ 1"],
        ["pushes, lost", count((message) => !hasArrived(message) && !isUnknown(message)), "", "≤ 0"],
        ["pushes, doubled", count(({ url }) => (received.get(url) ?? 0) > 1), "", "≤ 0"],
        [
          "pushes of a killed worker, not sent again",
          count((message) => !hasArrived(message) && isUnknown(message)),
        ],
      );
    },
  };
}
