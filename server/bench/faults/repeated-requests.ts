import { randomUUID } from "node:crypto";
import type { Bench, BenchServer } from "#server/bench/core/bench.ts";

const parallel = 20;

/** Twenty equal concurrent requests have the effect of one. */
export async function repeatRequests(bench: Bench): Promise<void> {
  const { call } = await bench.startServer();
  const reader = await bench.signIn({ isEmployee: true });
  const other = await bench.signIn();
  const admin = await bench.signIn({ isAdmin: true });
  const book = await bench.make.book();

  /** @param rows the rows of which there should be one */
  async function repeat(what: string, rows: string, ...request: Parameters<BenchServer["call"]>) {
    const replies = await Promise.all(Array.from({ length: parallel }, () => call(...request)));
    const others = replies.filter(({ status }) => status >= 300 && status !== 409 && status !== 429);
    bench.figures(
      [`${what}, other answers than success or 409`, others.length, "", "≤ 0"],
      [`${what}, rows`, await bench.count(rows), "", "= 1"],
    );
  }

  const clientId = randomUUID();
  const first = { userIds: [other.user.id], text: "First", clientId: randomUUID() };
  const conversation = (await call(reader, "POST", "/api/conversations", first)).body["conversationId"];
  const messages = `/api/conversations/${conversation}/messages`;
  const message = { text: "Salam", clientId };
  await repeat("message", `messages where client_id = '${clientId}'`, reader, "POST", messages, message);

  const about = { name: "Faults", about: "A community for the bench", visibility: "public" };
  const community = (await call(admin, "POST", "/api/communities", about)).body["id"];
  const members = `community_members where community_id::text = '${community}' and user_id = '${reader.user.id}'`;
  await repeat("join", members, reader, "PUT", `/api/communities/${community}/membership`, {});

  const reviews = `reviews where book_id = '${book.id}' and user_id = '${reader.user.id}'`;
  await repeat("rating", reviews, reader, "PUT", `/api/user/library/${book.id}/rating`, { stars: 4 });

  const codes = { months: 1, maxUses: 5 };
  const { code } = (await call(admin, "POST", "/api/admin/membership-codes", codes)).body;
  const memberships = `memberships where user_id = '${other.user.id}'`;
  await repeat("redeemed code", memberships, other, "POST", "/api/memberships/redeem", { code });
}
