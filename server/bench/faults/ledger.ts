import { randomInt, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommunityId } from "#shared/community/community.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import { ConversationId } from "#shared/messages/message.ts";
import { type Bench, createCall, type Reader } from "#server/bench/core/bench.ts";
import { size, waitUntil } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { countLost, writePositions } from "#server/bench/sections/positions.ts";
import { digest, getStoredDigest, UploadClient, upload } from "#server/bench/sections/uploads.ts";
import { issueCode } from "#server/features/memberships/service.ts";

const writers = size(24, 6);
const codeUses = size(200, 10);
const uploadBytes = size(40_000_000, 20_000_000);
const communityId = CommunityId.parse("c0000000-0000-4000-8000-000000000003");
const discussionId = DiscussionId.parse("d0000000-0000-4000-8000-000000000003");
const conversationId = ConversationId.parse("e0000000-0000-4000-8000-000000000003");

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
  let isDone = false;
  const acknowledged = {
    marks: [] as string[],
    messages: [] as string[],
    posts: [] as string[],
    sessions: new Map<string, number>(),
    redemptions: [] as string[],
    uploads: [] as { readonly bookId: string; readonly digest: string }[],
  };

  /** Repeats a request until it is accepted, or refused with a status that is expected. */
  const save = async (reader: Reader, path: string, content: object, ...alsoOk: readonly number[]) => {
    for (;;) {
      const reply = await call(reader, "POST", path, content).catch(() => null);
      if (reply && (reply.status === 200 || alsoOk.includes(reply.status))) return reply;
      // An earlier version may not have the call, and a process that was paused answers 408.
      if (reply && reply.status < 500 && ![404, 408, 429].includes(reply.status))
        throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      await sleep(200);
    }
  };
  const repeat = async (write: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isDone; n++) {
      await write(n);
      await sleep(randomInt(100, 400));
    }
  };

  const running: Promise<unknown>[] = readers.flatMap((reader) => [
    repeat(async (n) => {
      const id = randomUUID();
      const anchor = { chapter: (n % 10) + 1, offset: n % 60, fraction: 0.5 };
      const at = new Date().toISOString();
      const change = { id: randomUUID(), markId: id, bookId, at, anchor, style: "yellow", note: `Note ${n}` };
      await save(reader, "/api/marks/changes", { changes: [change] });
      acknowledged.marks.push(id);
    }),
    repeat(async (n) => {
      const clientId = randomUUID();
      await save(reader, `/api/conversations/${conversationId}/messages`, { text: `Line ${n}`, clientId });
      acknowledged.messages.push(clientId);
    }),
    repeat(async (n) => {
      // Ten minutes apart, each sent twice as it grows.
      const id = randomUUID();
      const startedAt = Date.now() - 30 * 86_400_000 + n * 600_000;
      for (const ms of [60_000, 240_000]) {
        const session = { id, bookId, kind: "listening", zone: "UTC", device: "Bench" };
        const times = { startedAt: new Date(startedAt), endedAt: new Date(startedAt + ms) };
        await save(reader, "/api/activity/sessions", { sessions: [{ ...session, ...times }] });
        acknowledged.sessions.set(id, ms);
      }
    }),
  ]);
  for (const reader of others)
    running.push(
      repeat(async () => {
        const text = `For @${owner.user.username}`;
        const { body } = await save(reader, `/api/discussions/${discussionId}/posts`, {
          text,
          clientId: randomUUID(),
        });
        acknowledged.posts.push(body["id"] ?? "");
        await sleep(1_000);
      }),
    );
  const redeeming = repeat(async () => {
    const reader = await cluster.signIn().catch(() => null);
    if (!reader) return;
    // A repetition meets 409, and a code that is used up 400.
    const reply = await save(reader, "/api/memberships/redeem", { code }, 409, 400);
    if (reply.status === 200) acknowledged.redemptions.push(reader.user.id);
  });
  const file = path.join(cluster.makeFolder(), "upload.m4b");
  const client = new UploadClient({ baseUrl, call }, owner);
  const uploading = repeat(async (n) => {
    await writeM4b(file, uploadBytes);
    const { set } = await upload(client, file, `Upload ${n}.m4b`);
    if (set.bookId)
      acknowledged.uploads.push({ bookId: set.bookId, digest: await digest(createReadStream(file)) });
  });
  const positions = writePositions(
    baseUrl,
    readers,
    [bookId],
    () => isDone,
    () => sleep(200),
  );
  const all = Promise.all([...running, redeeming, uploading, positions]);

  return {
    posts: acknowledged.posts,
    async stop() {
      isDone = true;
      await all;
    },
    async compare(bench: Bench) {
      const list = (ids: readonly string[]) =>
        `unnest(array[${ids.map((id) => `'${id}'`)}]::uuid[]) as a (id)`;
      const { marks, messages, posts, sessions, redemptions, uploads } = acknowledged;
      const mentions = () =>
        cluster.count(
          `${list(posts)} join notifications n on n.subject = 'post:' || a.id and n.type = 'mention'`,
        );
      await waitUntil(async () => (await mentions()) >= posts.length, 300_000);
      const [time] = await cluster.sql<{ ms: number }>(
        "select sum(milliseconds)::float8 as ms from reading_days",
      );
      const acknowledgedMs = [...sessions.values()].reduce((sum, ms) => sum + ms, 0);
      const [used] = await cluster.sql<{ n: number }>("select used_count as n from membership_codes");
      const lostOr = async (name: string, table: string, column: string, ids: readonly string[]) => {
        const lost = `${list(ids)} where not exists (select from ${table} t where t.${column} = a.id)`;
        const doubled = `(select ${column} from ${table} group by ${column} having count(*) > 1) twice`;
        bench.figures(
          [`${name}, acknowledged`, ids.length, "", "≥ 1"],
          [
            `${name}, lost or doubled`,
            (await cluster.count(lost)) + (await cluster.count(doubled)),
            "",
            "≤ 0",
          ],
        );
      };
      const { acknowledged: events } = (await positions) as { acknowledged: string[] };
      bench.figures(
        ["positions, acknowledged", events.length, "", "≥ 1"],
        ["positions, lost", await countLost(cluster, events), "", "≤ 0"],
      );
      await lostOr("marks", "marks", "id", marks);
      await lostOr("messages", "messages", "client_id", messages);
      await lostOr("posts", "posts", "id", posts);
      let wrong = 0;
      for (const each of uploads)
        if ((await getStoredDigest(cluster, each.bookId)) !== each.digest) wrong += 1;
      bench.figures(
        ["notifications beside one for each post", (await mentions()) - posts.length, "", "= 0"],
        ["listening time, acknowledged", acknowledgedMs / 3_600_000, "h", "≥ 0.1"],
        ["listening time, lost or doubled", ((time?.ms ?? 0) - acknowledgedMs) / 1_000, "s", "= 0"],
        ["memberships, acknowledged", redemptions.length, "", "≥ 1"],
        [
          "memberships, lost",
          await cluster.count(
            `${list(redemptions)} where not exists (select from membership_redemptions r where r.user_id = a.id)`,
          ),
          "",
          "≤ 0",
        ],
        [
          "uses of the code beside its memberships",
          (used?.n ?? 0) - (await cluster.count("membership_redemptions")),
          "",
          "= 0",
        ],
        ["uploads, acknowledged", uploads.length, "", "≥ 1"],
        ["uploads with another digest", wrong, "", "≤ 0"],
        [
          "books beside one for each upload",
          (await cluster.count(`books where owner_id = '${owner.user.id}'`)) - uploads.length,
          "",
          "= 0",
        ],
      );
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
