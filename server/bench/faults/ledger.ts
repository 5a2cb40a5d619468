import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommunityId } from "#shared/community/community.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import { ConversationId } from "#shared/messages/message.ts";
import { type Bench, createCall, type Reader } from "#server/bench/core/bench.ts";
import { callUntilStopped, size, waitUntil } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { countLost, startWriting } from "#server/bench/sections/positions.ts";
import { digest, getStoredDigest, upload } from "#server/bench/sections/uploads.ts";
import { issueCode } from "#server/features/memberships/service.ts";

const writers = size(24, 6);
const codeUses = size(200, 10);
const uploadBytes = size(40_000_000, 20_000_000);
const communityId = CommunityId.parse("c0000000-0000-4000-8000-000000000003");
const discussionId = DiscussionId.parse("d0000000-0000-4000-8000-000000000003");
const conversationId = ConversationId.parse("e0000000-0000-4000-8000-000000000003");

/** What was acknowledged: the ids of its rows, and of sessions the milliseconds, of uploads the digests. */
class Ledger {
  readonly marks: string[] = [];
  readonly messages: string[] = [];
  readonly posts: string[] = [];
  readonly sessions = new Map<string, number>();
  readonly redemptions: string[] = [];
  readonly uploads = new Map<string, string>();

  async compare(bench: Bench, cluster: Bench, ownerId: string): Promise<void> {
    const { marks, messages, posts, sessions, redemptions, uploads } = this;
    const list = (ids: readonly string[]) => `unnest(array[${ids.map((id) => `'${id}'`)}]::uuid[]) as a (id)`;
    const countMissing = (ids: readonly string[], table: string, column: string) =>
      cluster.count(`${list(ids)} where not exists (select from ${table} t where t.${column} = a.id)`);
    for (const [table, column, ids] of [
      ["marks", "id", marks],
      ["messages", "client_id", messages],
      ["posts", "id", posts],
    ] as const) {
      const doubled = `(select ${column} from ${table} group by ${column} having count(*) > 1) twice`;
      const wrong = (await countMissing(ids, table, column)) + (await cluster.count(doubled));
      bench.figures(
        [`${table}, acknowledged`, ids.length, "", "≥ 1"],
        [`${table}, lost or doubled`, wrong, "", "≤ 0"],
      );
    }

    const mentioned = `${list(posts)} join notifications n on n.subject = 'post:' || a.id and n.type = 'mention'`;
    await waitUntil(async () => (await cluster.count(mentioned)) >= posts.length, 300_000);
    const savedMs = await cluster.get<number>(
      "select coalesce(sum(milliseconds), 0)::float8 from reading_days",
    );
    const sentMs = [...sessions.values()].reduce((sum, ms) => sum + ms, 0);
    const lostMemberships = await countMissing(redemptions, "membership_redemptions", "user_id");
    const uses = await cluster.get<number>("select used_count from membership_codes");
    const unusedUses = uses - (await cluster.count("membership_redemptions"));
    let altered = 0;
    for (const [id, sent] of uploads) if ((await getStoredDigest(cluster, id)) !== sent) altered += 1;
    const books = await cluster.count(`books where owner_id = '${ownerId}'`);
    bench.figures(
      ["notifications beside one for each post", (await cluster.count(mentioned)) - posts.length, "", "= 0"],
      ["listening time, acknowledged", sentMs / 3_600_000, "h", "≥ 0.1"],
      ["listening time, lost or doubled", (savedMs - sentMs) / 1_000, "s", "= 0"],
      ["memberships, acknowledged", redemptions.length, "", "≥ 1"],
      ["memberships, lost", lostMemberships, "", "≤ 0"],
      ["uses of the code beside its memberships", unusedUses, "", "= 0"],
      ["uploads, acknowledged", uploads.size, "", "≥ 1"],
      ["uploads with another digest", altered, "", "≤ 0"],
      ["books beside one for each upload", books - uploads.size, "", "= 0"],
    );
  }
}

/**
 * Readers write everything that must not be lost; each write is repeated until it is acknowledged, as the app does.
 *
 * @param prepare called with the user whom every post mentions, before the first one
 * @returns a way to stop, and to compare what was acknowledged with the rows
 */
export async function startLoad(
  cluster: Bench,
  baseUrl: string,
  prepare: (mentioned: Reader["user"]) => Promise<void> = async () => {},
) {
  const readers = await cluster.signInMany(writers, { isEmployee: true });
  const [owner, ...others] = readers as [Reader, ...Reader[]];
  const bookId = await createBook(cluster);
  await createRooms(cluster, owner, readers);
  await prepare(owner.user);
  const { code } = await issueCode(owner.context, { body: { months: 1, maxUses: codeUses } });
  const call = createCall(baseUrl);
  const ledger = new Ledger();

  /** Repeats a request until it is accepted, or refused with a status that is expected. */
  const save = async (
    reader: Reader | undefined,
    path: string,
    content: object,
    ...alsoOk: readonly number[]
  ) => {
    for (;;) {
      const reply = await call(reader ?? owner, "POST", path, content).catch(() => null);
      if (reply && (reply.status === 200 || alsoOk.includes(reply.status))) return reply;
      // An earlier version may not have the call, and a process that was paused answers 408.
      if (reply && reply.status < 500 && ![404, 408, 429].includes(reply.status))
        throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      await sleep(200);
    }
  };
  const repeat = (callers: number, write: (caller: number, n: number) => Promise<unknown>) =>
    callUntilStopped(callers, async (caller, n) => {
      await write(caller, n);
      await sleep(randomInt(100, 400));
    });

  const saveMark = async (caller: number, n: number) => {
    const id = randomUUID();
    const anchor = { chapter: (n % 10) + 1, offset: n % 60, fraction: 0.5 };
    const at = new Date().toISOString();
    const change = { id: randomUUID(), markId: id, bookId, at, anchor, style: "yellow", note: `Note ${n}` };
    await save(readers[caller], "/api/marks/changes", { changes: [change] });
    ledger.marks.push(id);
  };
  const sendMessage = async (caller: number, n: number) => {
    const body = { text: `Line ${n}`, clientId: randomUUID() };
    await save(readers[caller], `/api/conversations/${conversationId}/messages`, body);
    ledger.messages.push(body.clientId);
  };
  /** Ten minutes apart, each sent twice as it grows. */
  const saveSession = async (caller: number, n: number) => {
    const session = { id: randomUUID(), bookId, kind: "listening", zone: "UTC", device: "Bench" };
    const startedAt = Date.now() - 30 * 86_400_000 + n * 600_000;
    for (const ms of [60_000, 240_000]) {
      const times = { startedAt: new Date(startedAt), endedAt: new Date(startedAt + ms) };
      await save(readers[caller], "/api/activity/sessions", { sessions: [{ ...session, ...times }] });
      ledger.sessions.set(session.id, ms);
    }
  };
  const createPost = async (caller: number) => {
    const body = { text: `For @${owner.user.username}`, clientId: randomUUID() };
    const reply = await save(others[caller], `/api/discussions/${discussionId}/posts`, body);
    ledger.posts.push(reply.body["id"] ?? "");
    await sleep(1_000);
  };
  const redeem = async () => {
    const reader = await cluster.signIn().catch(() => null);
    if (!reader) return;
    // A repetition meets 409, and a code that is used up 400.
    const { status } = await save(reader, "/api/memberships/redeem", { code }, 409, 400);
    if (status === 200) ledger.redemptions.push(reader.user.id);
  };
  const file = path.join(cluster.makeFolder(), "upload.m4b");
  const uploadBook = async (_: number, n: number) => {
    await writeM4b(file, uploadBytes);
    const content = readFileSync(file);
    const { set } = await upload({ baseUrl, call }, owner, `Upload ${n}.m4b`, content);
    if (set.bookId) ledger.uploads.set(set.bookId, digest(content));
  };
  const positions = startWriting(baseUrl, readers, [bookId], () => sleep(200));
  const stops = [
    ...[saveMark, sendMessage, saveSession].map((write) => repeat(readers.length, write)),
    repeat(others.length, createPost),
    ...[redeem, uploadBook].map((write) => repeat(1, write)),
  ];
  return {
    posts: ledger.posts,
    stop: () => Promise.all([positions.stop(), ...stops.map((stop) => stop())]),
    async compare(bench: Bench) {
      const acknowledged = await positions.stop();
      bench.figures(
        ["positions, acknowledged", acknowledged.length, "", "≥ 1"],
        ["positions, lost", await countLost(cluster, acknowledged), "", "≤ 0"],
      );
      await ledger.compare(bench, cluster, owner.user.id);
    },
  };
}

async function createRooms(cluster: Bench, owner: Reader, readers: readonly Reader[]): Promise<void> {
  const members = `unnest(array[${readers.map(({ user }) => `'${user.id}'`)}]::uuid[]) as user_id`;
  const content = `'[{"type":"paragraph","children":[{"type":"text","text":"A line."}]}]'::jsonb`;
  await cluster.sql(
    `insert into communities (id, name, normalized_name, visibility, created_at) values ('${communityId}', 'Readers', 'readers', 'public', now());
     insert into community_members (community_id, user_id, role, state, since)
       select '${communityId}', user_id, case when user_id = '${owner.user.id}' then 'owner' else 'member' end, 'active', now() from ${members};
     insert into discussions (id, community_id, author_id, title, normalized_title, state, created_at, active_at)
       values ('${discussionId}', '${communityId}', '${owner.user.id}', 'Talk', 'talk', 'shown', now(), now());
     insert into posts (discussion_id, number, author_id, state, source, content, normalized_text, created_at)
       values ('${discussionId}', 0, '${owner.user.id}', 'shown', 'A line.', ${content}, 'a line', now());
     insert into conversations (id, title, active_at, created_at) values ('${conversationId}', 'Group', now(), now());
     insert into conversation_members (conversation_id, user_id, state, joined_at)
       select '${conversationId}', user_id, 'active', now() from ${members}`,
  );
}

/** Written in SQL, since the schema may be that of an earlier version. */
async function createBook(cluster: Bench): Promise<string> {
  const { id } = await cluster.make.book({ hasAudiobook: true, duration: 600 });
  await cluster.sql(
    `with file as (
       insert into audio_files (book_id, position, storage_key, bytes, sha256, media_type, duration)
         select '${id}', n, 'test/' || gen_random_uuid(), 1000, repeat('0', 64), 'audio/mpeg', 60 from generate_series(1, 10) n
         returning id, position
     )
     insert into chapters (book_id, chapter_number, title, audio_file_id, "start", "end", in_sample)
       select '${id}', position, 'Chapter ' || position, id, 0, 60, position = 1 from file`,
  );
  return id;
}
