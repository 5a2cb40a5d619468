import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, prose, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { ConversationId, maxMessageLength } from "#shared/messages/message.ts";
import { Person } from "#shared/people/person.ts";

export const TogetherSessionId = z.uuid().brand<"TogetherSessionId">();
export type TogetherSessionId = z.infer<typeof TogetherSessionId>;

export const maxListeners = 8;
/** A member who was not heard of for this time is away. */
export const awayAfterMs = 30_000;
export const statusIntervalMs = 10_000;

const Rate = z.number().check(z.gte(0.5), z.lte(3.5));

const playbackFields = {
  chapterNumber: z.int().check(z.positive()),
  /** Seconds in the chapter. */
  offset: Seconds,
  rate: Rate,
  isPlaying: z.boolean(),
  /** When the host was at this position, by the server's clock. */
  at: Instant,
};

/** Where the host was at a time of the server's clock; while it plays, the position goes on from there. */
export const SharedPlayback = z.object(playbackFields);
export type SharedPlayback = z.infer<typeof SharedPlayback>;

const SentPlayback = z.strictObject(playbackFields);

export const ListenerStatus = z.enum(["listening", "buffering", "paused"]);
export type ListenerStatus = z.infer<typeof ListenerStatus>;

export const TogetherMember = z.object({
  /** Null with a block between the two. */
  person: z.nullable(Person),
  isHost: z.boolean(),
  isMe: z.boolean(),
  status: z.enum([...ListenerStatus.options, "away"]),
});
export type TogetherMember = z.infer<typeof TogetherMember>;

/** Members of a conversation who hear one book at the same time. */
export const TogetherSession = z.object({
  id: TogetherSessionId,
  conversationId: ConversationId,
  bookId: BookId,
  title: z.string(),
  /** Grows with each change of the playback or the host. */
  version: z.int(),
  playback: SharedPlayback,
  /** In the order in which they joined. */
  members: z.array(TogetherMember),
});
export type TogetherSession = z.infer<typeof TogetherSession>;

const inSession = z.strictObject({ sessionId: TogetherSessionId });
/** The tab that plays; another one of the same user takes its place by joining. */
const device = z.uuid();

export const listenTogetherContract = {
  listTogetherSessions: route({
    method: "GET",
    path: "/api/together-sessions",
    access: "reader",
    summary: "The sessions of listening together in the user's conversations, newest first",
    reads: ["together-session", "conversation", "person"],
    response: z.array(TogetherSession),
  }),

  /** Sends the text to the conversation; the same `id` starts one session. */
  startTogetherSession: route({
    method: "POST",
    path: "/api/together-sessions",
    access: "reader",
    budget: "message",
    summary: "Starts listening together in a conversation, or with people, and invites them by a message",
    changes: ["together-session", "conversation", "message"],
    errors: [
      "cannot_message",
      "email_unverified",
      "too_many_requests",
      "conflict",
      "subscription_required",
      "forbidden",
    ],
    body: z.strictObject({
      id: TogetherSessionId,
      device,
      bookId: BookId,
      with: z.union([
        z.strictObject({ conversationId: ConversationId }),
        z.strictObject({
          userIds: z.array(UserId).check(z.minLength(1), z.maxLength(maxListeners - 1)),
        }),
      ]),
      text: prose(maxMessageLength).check(z.minLength(1)),
      playback: SentPlayback,
    }),
    response: TogetherSession,
  }),

  /** For the estimate of the difference between the clocks. */
  getServerTime: route({
    method: "GET",
    path: "/api/together-sessions/time",
    access: "reader",
    summary: "The time of the server's clock",
    unwatched: "Asked for as often as needed",
    response: z.object({ at: Instant }),
  }),

  getTogetherSession: route({
    method: "GET",
    path: "/api/together-sessions/:sessionId",
    access: "reader",
    summary: "A session in one of the user's conversations",
    reads: ["together-session", "conversation", "person"],
    params: inSession,
    response: TogetherSession,
  }),

  joinTogetherSession: route({
    method: "PUT",
    path: "/api/together-sessions/:sessionId/membership",
    access: "reader",
    summary: "Joins a session, and leaves any other one",
    changes: ["together-session"],
    errors: ["conflict", "subscription_required", "forbidden"],
    params: inSession,
    body: z.strictObject({ device }),
    response: TogetherSession,
  }),

  leaveTogetherSession: route({
    method: "DELETE",
    path: "/api/together-sessions/:sessionId/membership",
    access: "reader",
    summary: "Leaves a session: the next member becomes its host, and without one it ends",
    changes: ["together-session"],
    params: inSession,
    response: JobResult,
  }),

  controlTogetherSession: route({
    method: "PUT",
    path: "/api/together-sessions/:sessionId/playback",
    access: "reader",
    summary: "Plays, pauses, seeks or changes the speed for all; for the host",
    changes: ["together-session"],
    isAnnouncedByService: true,
    errors: ["conflict", "forbidden"],
    params: inSession,
    body: z.strictObject({
      device,
      /** The version that the host knows. */
      version: z.int(),
      playback: SentPlayback,
    }),
    response: TogetherSession,
  }),

  /** Every ten seconds, and when the status changes. */
  reportListenerStatus: route({
    method: "PUT",
    path: "/api/together-sessions/:sessionId/status",
    access: "reader",
    summary: "Says that a member still listens, and how",
    changes: ["together-session"],
    isAnnouncedByService: true,
    errors: ["conflict"],
    params: inSession,
    body: z.strictObject({ device, status: ListenerStatus }),
    response: TogetherSession,
  }),
};
