import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf, ReplyOf, RouteContract } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { listenTogetherContract, TogetherSessionId } from "#shared/listen-together/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { createApp } from "#server/app.ts";
import { openDatabase } from "#server/db/client.ts";
import { connectPubSub } from "#server/pubsub/postgres-live.ts";
import type { Services } from "#server/services.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { startTestServices } from "#server/testing/test-services.ts";

const {
  startTogetherSession,
  joinTogetherSession,
  controlTogetherSession,
  getTogetherSession,
  leaveTogetherSession,
} = listenTogetherContract;
const noon = new Date("2026-03-01T12:00:00Z");
const playback = { chapterNumber: 1, offset: 0, rate: 1, isPlaying: true, at: noon };

/** A server with its own connections, as another process has. */
async function startServer(shared: Services) {
  const db = openDatabase(shared.databaseUrl);
  const live = await connectPubSub(shared.databaseUrl, db, pino({ level: "silent" }));
  const services: Services = { ...shared, db, live };
  const server = createServer(createApp(services)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const getHeaders = async (user: User) => ({ Cookie: await createSessionCookie(services, user) });
  return {
    as:
      (user: User) =>
      async <C extends RouteContract>(contract: C, input: InputOf<C>): Promise<ReplyOf<C>> =>
        call(contract, input, { baseUrl, headers: await getHeaders(user) }),

    /** @returns a function that resolves with the next event of a topic */
    async listen(user: User) {
      const { body } = await fetch(`${baseUrl}/api/live`, { headers: await getHeaders(user) });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      const readUntil = async (text: string) => {
        for (let read = ""; !read.includes(text); ) {
          const { value, done } = (await reader?.read()) ?? { done: true };
          if (done) throw new Error(`The stream ended before ${text}.`);
          read += value;
        }
      };
      await readUntil("hello");
      return () => readUntil("together-session");
    },

    async stop() {
      server.close();
      server.closeAllConnections();
      await live.close();
      await db.$client.end();
    },
  };
}

let running: Awaited<ReturnType<typeof startTestServices>>;
let servers: [Awaited<ReturnType<typeof startServer>>, Awaited<ReturnType<typeof startServer>>];

beforeAll(async () => {
  running = await startTestServices();
  running.setClock(noon);
  servers = [await startServer(running.services), await startServer(running.services)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await running.stop();
});

test("a host at one server drives a member at another, who takes over when the host leaves", async () => {
  const [first, second] = servers;
  const make = createFactories(running.services);
  const [amina, yusuf] = [await make.user(), await make.user()];
  const { id: bookId } = await make.audiobook({ chapters: 3, isFree: true });
  const [ofAmina, ofYusuf] = [randomUUID(), randomUUID()];
  const { conversationId } = await first.as(amina)(messagesContract.startConversation, {
    body: { userIds: [yusuf.id], text: "Salam", clientId: randomUUID() },
  });
  await second.as(yusuf)(messagesContract.acceptRequest, { params: { conversationId } });
  const sessionId = TogetherSessionId.parse(randomUUID());
  const params = { sessionId };
  const wasInvited = await second.listen(yusuf);

  await first.as(amina)(startTogetherSession, {
    body: { id: sessionId, device: ofAmina, bookId, with: { conversationId }, text: "Listen.", playback },
  });
  await wasInvited();
  await second.as(yusuf)(joinTogetherSession, { params, body: { device: ofYusuf } });

  const wasChanged = await second.listen(yusuf);
  const moved = { ...playback, chapterNumber: 2, offset: 40, isPlaying: false };
  await first.as(amina)(controlTogetherSession, {
    params,
    body: { device: ofAmina, version: 1, playback: moved },
  });
  await wasChanged();
  expect(await second.as(yusuf)(getTogetherSession, { params })).toMatchObject({
    version: 2,
    playback: moved,
  });
  await expect(
    second.as(yusuf)(controlTogetherSession, { params, body: { device: ofYusuf, version: 2, playback } }),
  ).rejects.toMatchObject({ status: 403 });

  const wasHandedOver = await second.listen(yusuf);
  await first.as(amina)(leaveTogetherSession, { params });
  await wasHandedOver();
  const { members, version } = await second.as(yusuf)(getTogetherSession, { params });
  expect(members.map(({ person, isHost }) => [person?.id, isHost])).toEqual([[yusuf.id, true]]);

  await first.as(amina)(joinTogetherSession, { params, body: { device: ofAmina } });
  const wasDriven = await first.listen(amina);
  await second.as(yusuf)(controlTogetherSession, {
    params,
    body: { device: ofYusuf, version, playback: { ...playback, offset: 7 } },
  });
  await wasDriven();
  expect(await first.as(amina)(getTogetherSession, { params })).toMatchObject({
    version: version + 1,
    playback: { offset: 7, isPlaying: true },
  });
});
