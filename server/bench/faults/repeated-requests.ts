import { randomUUID } from "node:crypto";
import type { Bench, Reader } from "#server/bench/core/bench.ts";

const parallel = 20;

/** Twenty equal concurrent requests have the effect of one. */
export async function repeatRequests(bench: Bench): Promise<void> {
  const { baseUrl } = await bench.startServer();
  const reader = await bench.signIn({ isEmployee: true });
  const other = await bench.signIn();
  const admin = await bench.signIn({ isAdmin: true });
  const book = await bench.make.ebook({ wordCount: 10, pageCount: 1 });

  async function send({ cookie }: Reader, method: string, path: string, content: object) {
    const headers = { Cookie: cookie, Origin: baseUrl, "Content-Type": "application/json" };
    const reply = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(content) });
    const body = (await reply.json().catch(() => ({}))) as Record<string, string>;
    return { status: reply.status, body };
  }
  /** @param rows the rows of which there should be one */
  async function repeat(what: string, rows: string, ...request: Parameters<typeof send>) {
    bench.step(`${what}, ${parallel} times at once`);
    const replies = await Promise.all(Array.from({ length: parallel }, () => send(...request)));
    const others = replies.filter(({ status }) => status >= 300 && status !== 409 && status !== 429);
    bench.figures(
      [`${what}, other answers than success or 409`, others.length, "", "≤ 0"],
      [`${what}, rows`, await bench.count(rows), "", "= 1"],
    );
  }

  const clientId = randomUUID();
  const first = { userIds: [other.user.id], text: "First", clientId: randomUUID() };
  const conversation = (await send(reader, "POST", "/api/conversations", first)).body["conversationId"];
  const messages = `/api/conversations/${conversation}/messages`;
  const message = { text: "Salam", clientId };
  await repeat("message", `messages where client_id = '${clientId}'`, reader, "POST", messages, message);

  const about = { name: "Faults", about: "A community for the bench", visibility: "public" };
  const community = (await send(admin, "POST", "/api/communities", about)).body["id"];
  const members = `community_members where community_id::text = '${community}' and user_id = '${reader.user.id}'`;
  await repeat("join", members, reader, "PUT", `/api/communities/${community}/membership`, {});

  const reviews = `reviews where book_id = '${book.id}' and user_id = '${reader.user.id}'`;
  await repeat("rating", reviews, reader, "PUT", `/api/user/library/${book.id}/rating`, { stars: 4 });

  const codes = { months: 1, maxUses: 5 };
  const { code } = (await send(admin, "POST", "/api/admin/membership-codes", codes)).body;
  const memberships = `memberships where user_id = '${other.user.id}'`;
  await repeat("redeemed code", memberships, other, "POST", "/api/memberships/redeem", { code });
}
