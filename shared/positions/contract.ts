import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { EventId, Locator, Position } from "./position.ts";

export const CurrentPosition = z.object({
  current: z.nullable(Position),
  /** Text position; null when not started or without text. */
  text: z.nullable(Locator),
  /** Audio position; null when not started or without audio. */
  audio: z.nullable(Locator),
  isApproximate: z.boolean(),
});
export type CurrentPosition = z.infer<typeof CurrentPosition>;

export const PositionHistoryEntry = z.object({
  id: EventId,
  locator: Locator,
  at: Instant,
  device: z.string(),
});
export type PositionHistoryEntry = z.infer<typeof PositionHistoryEntry>;

/** Maximum number of events per request. */
export const maxEventsPerRequest = 100;

const bookParams = z.strictObject({ bookId: BookId });

export const positionsContract = {
  /** Items are parsed one by one: an invalid one is missing from `accepted` and does not affect others. */
  savePositions: route({
    method: "POST",
    path: "/api/positions",
    access: "reader",
    scope: "sync",
    summary: "Records position events; always 200 with the current positions and the accepted ids",
    changes: ["position"],
    isAnnouncedByService: true,
    body: z.strictObject({
      events: z.array(z.unknown()).check(z.maxLength(maxEventsPerRequest)),
      /**
       * The device's current time; events of a clock that is more than a minute off are corrected with it.
       */
      sentAt: z.optional(Instant),
      reader: z.optional(UserId),
    }),
    response: z.object({ current: z.array(Position), accepted: z.array(EventId) }),
  }),

  getPosition: route({
    method: "GET",
    path: "/api/positions/:bookId",
    access: "reader",
    scope: "sync",
    summary: "The current position in a book, in text and audio",
    reads: ["position"],
    params: bookParams,
    response: CurrentPosition,
  }),

  /** Newest first, at most 20. */
  listPositions: route({
    method: "GET",
    path: "/api/positions/:bookId/history",
    access: "reader",
    scope: "sync",
    summary: "Earlier positions in a book",
    reads: ["position"],
    params: bookParams,
    response: z.array(PositionHistoryEntry),
  }),
};
