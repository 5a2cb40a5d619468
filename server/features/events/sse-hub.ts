import { randomUUID } from "node:crypto";
import type { Response } from "express";
import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { sessionEnded } from "#server/http/session/auth-cache.ts";
import { getSessionStore } from "#server/http/session/session.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import type { Services } from "#server/services.ts";
import { type RoomEvent, type RoomsOfConnection, roomTopics } from "./service.ts";
import { createHelloFrame, gapFrame, heartbeat, toEventFrame } from "./sse-messages.ts";

/** Maximum number of connections per user; tabs of a browser share one. */
const maxOfOneUser = 6;
const heartbeatMs = 25_000;
const maxUnread = 1_000_000;

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

export function openHub(services: Deps) {
  const connections = new Set<Connection>();
  const { live } = services;

  live.onBroadcast(sessionEnded, (sessionHash) => {
    for (const guest of connections) {
      if (guest.sessionHash === sessionHash) guest.res.end(toEventFrame({ topic: "session" }));
    }
  });
  live.onBroadcast(roomTopics.enter, (message) => {
    const { userId, connection, rooms } = JSON.parse(message) as RoomsOfConnection;
    for (const guest of connections) {
      if (guest.connection === connection && guest.userId === userId) guest.rooms = new Set(rooms);
    }
  });
  live.onBroadcast(roomTopics.end, (userId) => {
    for (const guest of connections) if (guest.userId === userId) guest.rooms = new Set();
  });
  live.onBroadcast(roomTopics.event, (message) => {
    const { room, event } = JSON.parse(message) as RoomEvent;
    for (const guest of connections) if (guest.rooms.has(room)) send(guest, toEventFrame(event));
  });
  live.onGap(() => {
    for (const guest of connections) send(guest, gapFrame);
    void closeSignedOut();
  });

  const heartbeatTimer = setInterval(() => {
    for (const guest of connections) send(guest, heartbeat);
    void closeSignedOut();
  }, heartbeatMs);
  heartbeatTimer.unref();

  function send({ res }: Connection, frame: string): void {
    // Ended, but the socket is not closed yet.
    if (res.writableEnded) return;
    if (res.writableLength > maxUnread) res.destroy();
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
      const guest: Connection = { userId, sessionId, sessionHash, res, connection, rooms: new Set() };
      const userConnections = [...connections].filter((other) => other.userId === userId).length;
      // Closing an older connection would make it reconnect and close the next.
      if (userConnections >= maxOfOneUser) throw tooMany();

      res.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      });
      res.write(createHelloFrame(connection));
      connections.add(guest);
      const stop = live.subscribe(userId, (event: LiveEvent) => send(guest, toEventFrame(event)));
      res.on("close", () => {
        stop();
        connections.delete(guest);
      });
    },
  };
}
