import { randomInt, randomUUID } from "node:crypto";
import type { Response } from "express";
import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { sessionEnded } from "#server/http/session/auth-cache.ts";
import { getSessionStore } from "#server/http/session/session.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import { eventStreams } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { type ConnectionRooms, type RoomEvent, roomTopics } from "./service.ts";

/** Maximum number of connections per user; tabs of a browser share one. */
const maxPerUser = 6;
const heartbeatMs = 25_000;
const maxUnsentBytes = 1_000_000;

/** Keeps proxies from closing idle connections. */
const heartbeat = ": \n\n";

const toEventFrame = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;

/** Events may have been lost. */
const gapFrame = "event: missed\ndata: {}\n\n";

const tooMany = () => new ProblemError("too_many_requests", "too_many_connections");

interface Connection {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly sessionHash: string;
  readonly res: Response;
  /** Names the connection to its browser. */
  readonly connection: string;
  rooms: ReadonlySet<string>;
}

type Deps = Pick<Services, "live" | "db" | "clock" | "log" | "settings">;

export function createSseHub(services: Deps) {
  const connections = new Set<Connection>();
  const { live } = services;

  live.onBroadcast(sessionEnded, (sessionHash) => {
    for (const client of connections) {
      if (client.sessionHash === sessionHash) client.res.end(toEventFrame({ topics: ["session"] }));
    }
  });
  live.onBroadcast(roomTopics.enter, (message) => {
    const { userId, connection, rooms } = JSON.parse(message) as ConnectionRooms;
    for (const client of connections) {
      if (client.connection === connection && client.userId === userId) client.rooms = new Set(rooms);
    }
  });
  live.onBroadcast(roomTopics.end, (userId) => {
    for (const client of connections) if (client.userId === userId) client.rooms = new Set();
  });
  live.onBroadcast(roomTopics.event, (message) => {
    const { room, event } = JSON.parse(message) as RoomEvent;
    for (const client of connections) if (client.rooms.has(room)) send(client, toEventFrame(event));
  });
  live.onGap(() => {
    for (const client of connections) send(client, gapFrame);
    void closeSignedOut();
  });

  const heartbeatTimer = setInterval(() => {
    for (const client of connections) send(client, heartbeat);
    void closeSignedOut();
  }, heartbeatMs);
  heartbeatTimer.unref();

  function send({ res }: Connection, frame: string): void {
    // Ended, but the socket is not closed yet.
    if (res.writableEnded) return;
    if (res.writableLength > maxUnsentBytes) res.destroy();
    else res.write(frame);
  }

  /** Checks the session, which can expire or end without an event. */
  async function closeSignedOut(): Promise<void> {
    for (const { sessionId, res } of [...connections]) {
      getSessionStore(services).get(sessionId, (error, session) => {
        if (!error && !session) res.end();
      });
    }
  }

  return {
    /**
     * Sends events until the client leaves, its session ends or the server closes.
     *
     * @throws {ProblemError} `too_many_requests` above the maximum
     */
    connect(userId: UserId, sessionId: string, res: Response): void {
      const connection = randomUUID();
      const sessionHash = hashSession(sessionId);
      const client: Connection = { userId, sessionId, sessionHash, res, connection, rooms: new Set() };
      const userConnections = [...connections].filter((other) => other.userId === userId).length;
      // Closing an older connection would make it reconnect and close the next.
      if (userConnections >= maxPerUser) throw tooMany();

      res.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      });
      res.write(createHelloFrame(connection));
      connections.add(client);
      eventStreams.inc();
      const stop = live.subscribe(userId, (event: LiveEvent) => send(client, toEventFrame(event)));
      res.on("close", () => {
        stop();
        connections.delete(client);
        eventStreams.dec();
      });
    },
  };
}

function createHelloFrame(connection: string): string {
  return `retry: ${randomInt(1_000, 10_001)}\nevent: hello\ndata: ${JSON.stringify({ connection })}\n\n`;
}
