import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { User } from "#shared/accounts/user.ts";
import { getBundle, launch } from "#server/bench/bench-server.ts";
import { query } from "#server/bench/catalogue/query.ts";
import { addFollowers } from "#server/bench/followers.ts";
import type { Bench, Report } from "#server/bench/section.ts";
import { notifyBookFollowers } from "#server/features/follows/jobs.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";

const parallel = 20;
const followers = 20_000;
const kills = 3;
const timeoutMs = 120_000;
const settleMs = 3_000;

/** R14 and R15: jobs that run again, and twenty equal concurrent requests. */
export async function repeatRequests(report: Report, bench: Bench): Promise<void> {
  const factories = createFactories(bench.services);
  const server = await bench.startServer({ DEMO: "off" });
  const [reader, other, admin] = [
    await factories.user({ isEmployee: true }),
    await factories.user(),
    await factories.user({ isAdmin: true }),
  ];
  const book = await factories.ebook({ wordCount: 10, pageCount: 1 });
  const send = async (user: User, method: string, path: string, body: object) => {
    const reply = await fetch(server.baseUrl + path, {
      method,
      body: JSON.stringify(body),
      headers: {
        Cookie: await createSessionCookie(bench.services, user),
        Origin: server.baseUrl,
        "Content-Type": "application/json",
      },
    });
    return { status: reply.status, body: (await reply.json().catch(() => ({}))) as Record<string, unknown> };
  };
  const count = async (from: string) =>
    Number((await query(bench, `select count(*)::int as n from ${from}`)).rows[0]?.["n"]);
  /**
   * Sends one request twenty times; reports whether each reply is a success or a conflict, and the rows.
   */
  async function repeat(what: string, user: User, method: string, path: string, body: object, from: string) {
    report.step(`${what}, ${parallel} times at once`);
    const replies = await Promise.all(Array.from({ length: parallel }, () => send(user, method, path, body)));
    const bad = replies.filter(({ status }) => status >= 300 && status !== 409 && status !== 429);
    report.metric(`R15: ${what}, other answers than success or 409`, bad.length, "", { max: 0 });
    report.metric(`R15: ${what}, rows`, await count(from), "", { min: 1, max: 1 });
    return replies;
  }

  try {
    const clientId = randomUUID();
    const started = await send(reader, "POST", "/api/conversations", {
      userIds: [other.id],
      text: "First",
      clientId: randomUUID(),
    });
    const conversation = String(started.body["conversationId"]);
    await repeat(
      "message",
      reader,
      "POST",
      `/api/conversations/${conversation}/messages`,
      { text: "Salam", clientId },
      `messages where client_id = '${clientId}'`,
    );
    const community = await send(admin, "POST", "/api/communities", {
      name: `Faults ${clientId.slice(0, 8)}`,
      about: "A community for the bench",
      visibility: "public",
    });
    const communityId = String(community.body["id"]);
    await repeat(
      "join",
      reader,
      "PUT",
      `/api/communities/${communityId}/membership`,
      {},
      `community_members where community_id::text = '${communityId}' and user_id = '${reader.id}'`,
    );
    await repeat(
      "rating",
      reader,
      "PUT",
      `/api/user/library/${book.id}/rating`,
      { stars: 4 },
      `reviews where book_id = '${book.id}' and user_id = '${reader.id}'`,
    );
    const { body: issued } = await send(admin, "POST", "/api/admin/membership-codes", {
      months: 1,
      maxUses: 5,
    });
    await repeat(
      "redeemed code",
      other,
      "POST",
      "/api/memberships/redeem",
      { code: issued["code"] },
      `memberships where user_id = '${other.id}'`,
    );
    await repeatJob(report, bench);
  } finally {
    await server.stop();
  }
}

/** R14: the announcement of a book runs again after its worker was killed. */
async function repeatJob(report: Report, bench: Bench): Promise<void> {
  report.step("a job that runs again");
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const bookId = await addFollowers(bench, client, followers);
  await client.end();
  const count = async (what: string) =>
    Number(
      (
        await query(
          bench,
          `select count(${what})::int as n from notifications where subject = 'book:${bookId}'`,
        )
      ).rows[0]?.["n"],
    );
  for (let n = 0; n < kills; n++) {
    const worker = launch(getBundle("server/main.ts"), ["--only", "worker"], {
      DATA_DIR: bench.dataDir,
      DATABASE_URL: bench.databaseUrl,
      DEMO: "off",
      LOG_LEVEL: "error",
    });
    await bench.services.jobs.add(notifyBookFollowers, { bookId });
    const before = await count("*");
    const deadline = performance.now() + timeoutMs;
    const isLast = n === kills - 1;
    while (performance.now() < deadline) {
      await sleep(50);
      const notified = await count("*");
      if (isLast ? notified >= followers : notified > before || notified >= followers) break;
    }
    if (isLast) await sleep(settleMs);
    worker.child.kill(isLast ? "SIGTERM" : "SIGKILL");
    await worker.ended;
  }
  const readers = await count("distinct user_id");
  report.metric("R14: readers notified, with a worker killed twice", readers, "", { min: followers });
  report.metric("R14: duplicate notifications", (await count("*")) - readers, "", { max: 0 });
}
