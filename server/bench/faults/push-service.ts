import { buffer } from "node:stream/consumers";
import type { UserId } from "#shared/accounts/user.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { waitUntil } from "#server/bench/core/load.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { startPushServer } from "#server/testing/peers/push-server.ts";

interface Message {
  readonly postId: string;
  readonly url: string;
  readonly status: "waiting" | "sending" | "sent" | "failed";
  readonly error: string | null;
}

/** A push service that counts what it receives by the page that a message opens. */
export async function startPushService(bench: Bench) {
  const received = new Map<string, number>();
  const { host, certificate, close } = await startPushServer(async (req, res) => {
    const { url } = browser.open({ body: await buffer(req) });
    received.set(url, (received.get(url) ?? 0) + 1);
    res.writeHead(201).end();
  });
  bench.atEnd(close);
  const browser = createPushBrowser(`https://${host}/device`);

  return {
    /** Of the workers. */
    environment: { PUSH_HOSTS: host, NODE_EXTRA_CA_CERTS: certificate },

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
      await waitUntil(async () => {
        // Each kill counts as an attempt, and the sixth waits for minutes.
        await cluster.sql(
          `select graphile_worker.reschedule_jobs(array(
             select id from graphile_worker.jobs where task_identifier = 'push.send' and locked_at is null and run_at > now()
           ), run_at := now())`,
        );
        return (await list()).every(({ status }) => status !== "waiting");
      }, 300_000);
      const messages = await list();
      const posts = new Set(postIds);
      const ofPosts = messages.filter(({ postId }) => posts.has(postId));
      const missing = messages.filter(({ url }) => !received.has(url));
      const isUnknown = ({ status, error }: Message) => status === "sending" || error === "unknown";
      const unknown = missing.filter(isUnknown).length;
      for (const { status, error } of missing.filter((message) => !isUnknown(message)))
        bench.note(`a push was lost: ${status}, ${error}`);
      const doubled = messages.filter(({ url }) => (received.get(url) ?? 0) > 1);
      bench.figures(
        ["push messages beside one for each post", ofPosts.length - postIds.length, "", "= 0"],
        ["pushes, arrived", messages.length - missing.length, "", "≥ 1"],
        ["pushes, lost", missing.length - unknown, "", "≤ 0"],
        ["pushes, doubled", doubled.length, "", "≤ 0"],
        ["pushes of a killed worker, not sent again", unknown],
      );
    },
  };
}
