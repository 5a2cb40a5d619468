import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { Services } from "#server/services.ts";

type Live = Pick<Services, "live">;

/** Broadcast topics. */
export const roomTopics = { enter: "rooms-enter", end: "rooms-end", event: "room-event" } as const;

export interface ConnectionRooms {
  readonly userId: UserId;
  readonly connection: string;
  readonly rooms: readonly string[];
}

export interface RoomEvent {
  readonly room: string;
  readonly event: LiveEvent;
}

/**
 * Replaces the rooms of a user's connection in the process that holds it. The caller has checked the rights.
 */
export const setRooms = (
  { live }: Live,
  userId: UserId,
  connection: string,
  rooms: readonly string[],
): Promise<void> =>
  live.broadcast(roomTopics.enter, JSON.stringify({ userId, connection, rooms } satisfies ConnectionRooms));

/** Takes all connections of a user out of their rooms. */
export const endRooms = ({ live }: Live, userId: UserId): Promise<void> =>
  live.broadcast(roomTopics.end, userId);

/** Sends an event to the connections in a room. */
export const announceInRoom = (
  { live, db }: Pick<Services, "live" | "db">,
  room: string,
  event: LiveEvent,
): Promise<void> => live.broadcast(roomTopics.event, JSON.stringify({ room, event } satisfies RoomEvent), db);
