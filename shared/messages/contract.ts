import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route, stream } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import {
  Conversation,
  ConversationId,
  Message,
  MessageId,
  maxGroupSize,
  maxMessageLength,
  maxPictures,
  PictureId,
  reactions,
} from "./message.ts";

const inConversation = z.strictObject({ conversationId: ConversationId });
const MessageText = prose(maxMessageLength).check(z.minLength(1));
const sendingErrors = ["cannot_message", "email_unverified", "too_many_requests"] as const;

export const messagesContract = {
  listConversations: route({
    method: "GET",
    path: "/api/conversations",
    access: "reader",
    summary: "Conversations or message requests, latest first",
    reads: ["conversation", "person"],
    query: z.strictObject({
      folder: z.optional(z.enum(["inbox", "requests"])),
      limit: queryInt(1, 50),
      cursor: z.optional(Cursor),
    }),
    rows: "conversations",
    response: z.object({
      conversations: z.array(Conversation),
      requestCount: z.int(),
      nextCursor: z.nullable(Cursor),
    }),
  }),

  countUnread: route({
    method: "GET",
    path: "/api/conversations/unread",
    access: "reader",
    summary: "The number of conversations with unread messages, without muted ones and requests",
    reads: ["conversation", "person"],
    response: z.object({ count: z.int() }),
  }),

  /** Two people have one conversation, which a new message continues. */
  startConversation: route({
    method: "POST",
    path: "/api/conversations",
    access: "reader",
    budget: "message",
    summary: "Starts a conversation with a person or a group",
    changes: ["conversation"],
    errors: sendingErrors,
    body: z.strictObject({
      userIds: z.array(UserId).check(z.minLength(1), z.maxLength(maxGroupSize - 1)),
      title: z.optional(line(50)),
      text: MessageText,
      clientId: z.uuid(),
    }),
    response: z.object({ conversationId: ConversationId }),
  }),

  getConversation: route({
    method: "GET",
    path: "/api/conversations/:conversationId",
    access: "reader",
    summary: "A conversation of the caller",
    reads: ["conversation", "person"],
    params: inConversation,
    response: Conversation,
  }),

  listPrivateMessages: route({
    method: "GET",
    path: "/api/conversations/:conversationId/messages",
    access: "reader",
    summary: "Messages before a number, or the newest, in order",
    reads: ["message", "person"],
    params: inConversation,
    query: z.strictObject({
      before: queryInt(1, 1_000_000_000),
      after: queryInt(0, 1_000_000_000),
      limit: queryInt(1, 100),
    }),
    response: z.object({ messages: z.array(Message), hasEarlier: z.boolean() }),
  }),

  sendPrivateMessage: route({
    method: "POST",
    path: "/api/conversations/:conversationId/messages",
    access: "reader",
    budget: "message",
    summary: "Sends a message; the same `clientId` sends one",
    changes: ["conversation", "message"],
    isAnnouncedByService: true,
    errors: sendingErrors,
    params: inConversation,
    body: z
      .strictObject({
        /** May be empty with pictures. */
        text: prose(maxMessageLength),
        pictureIds: z.optional(z.array(PictureId).check(z.maxLength(maxPictures))),
        replyToId: z.optional(MessageId),
        clientId: z.uuid(),
      })
      .check(
        z.refine(({ text, pictureIds = [] }) => text !== "" || pictureIds.length > 0, { path: ["text"] }),
      ),
    response: Message,
  }),

  /** A picture that is not sent within an hour is deleted. */
  uploadPicture: route({
    method: "POST",
    path: "/api/conversations/:conversationId/pictures",
    access: "reader",
    budget: "picture",
    summary: "Uploads a picture for a message; it is re-encoded without metadata",
    unchanged: "Shown when its message is sent",
    errors: sendingErrors,
    params: inConversation,
    upload: { maxBytes: 10_000_000 },
    response: z.object({ id: PictureId, width: z.int(), height: z.int() }),
  }),

  addConversationMembers: route({
    method: "POST",
    path: "/api/conversations/:conversationId/members",
    access: "reader",
    summary: "Adds people to a group; they can read later messages only",
    changes: ["conversation"],
    errors: [...sendingErrors, "conflict"],
    params: inConversation,
    body: z.strictObject({ userIds: z.array(UserId).check(z.minLength(1), z.maxLength(maxGroupSize - 1)) }),
    response: Conversation,
  }),

  renameConversation: route({
    method: "PATCH",
    path: "/api/conversations/:conversationId",
    access: "reader",
    summary: "Renames a group",
    changes: ["conversation"],
    errors: ["conflict", "email_unverified"],
    params: inConversation,
    body: z.strictObject({ title: line(50).check(z.minLength(1)) }),
    response: Conversation,
  }),

  updateMessage: route({
    method: "PATCH",
    path: "/api/messages/:messageId",
    access: "reader",
    summary: "Changes the user's own message within 15 minutes",
    changes: ["conversation", "message"],
    errors: ["conflict"],
    params: z.strictObject({ messageId: MessageId }),
    body: z.strictObject({ text: MessageText }),
    response: Message,
  }),

  deleteMessage: route({
    method: "DELETE",
    path: "/api/messages/:messageId",
    access: "reader",
    summary: "Deletes the user's own message for everyone within 15 minutes",
    changes: ["conversation", "message"],
    errors: ["conflict"],
    params: z.strictObject({ messageId: MessageId }),
    response: Message,
  }),

  reactToMessage: route({
    method: "PUT",
    path: "/api/messages/:messageId/reaction",
    access: "reader",
    summary: "Reacts to a message; null removes the reaction",
    changes: ["message"],
    params: z.strictObject({ messageId: MessageId }),
    body: z.strictObject({ emoji: z.nullable(z.enum(reactions)) }),
    response: Message,
  }),

  acceptRequest: route({
    method: "PUT",
    path: "/api/conversations/:conversationId/accepted",
    access: "reader",
    summary: "Accepts a message request",
    changes: ["conversation"],
    params: inConversation,
    response: Conversation,
  }),

  markConversation: route({
    method: "PUT",
    path: "/api/conversations/:conversationId/marks",
    access: "reader",
    summary: "Saves the last delivered and the last read message; never moves back",
    changes: ["conversation", "notification"],
    isAnnouncedByService: true,
    params: inConversation,
    body: z.strictObject({
      delivered: z.optional(z.int32().check(z.gte(0))),
      read: z.optional(z.int32().check(z.gte(0))),
    }),
    response: JobResult,
  }),

  muteConversation: route({
    method: "PUT",
    path: "/api/conversations/:conversationId/muted",
    access: "reader",
    summary: "Mutes a conversation until a time, or unmutes it",
    changes: ["conversation"],
    params: inConversation,
    /** Null to unmute. */
    body: z.strictObject({ mutedUntil: z.nullable(Instant) }),
    response: Conversation,
  }),

  showTyping: route({
    method: "POST",
    path: "/api/conversations/:conversationId/typing",
    access: "reader",
    budget: "typing",
    summary: "Shows the others that the caller is typing; at most every three seconds",
    unchanged: "Shown to the others for some seconds",
    params: inConversation,
    response: JobResult,
  }),

  leaveConversation: route({
    method: "DELETE",
    path: "/api/conversations/:conversationId/membership",
    access: "reader",
    summary: "Leaves a conversation, or declines a request; a new message reopens a conversation of two",
    changes: ["conversation"],
    params: inConversation,
    response: JobResult,
  }),

  searchMessages: route({
    method: "GET",
    path: "/api/messages",
    access: "reader",
    budget: "search",
    summary: "Searches the user's messages, newest first",
    reads: ["message", "person"],
    query: z.strictObject({ search: line(100), limit: queryInt(1, 50) }),
    response: z.array(
      z.object({
        conversationId: ConversationId,
        number: z.int(),
        name: z.string(),
        excerpt: z.string(),
        createdAt: Instant,
      }),
    ),
  }),
};

export const messagesStreams = {
  getMessagePicture: stream({
    method: "GET",
    path: "/api/message-pictures/:pictureId",
    access: "reader",
    summary: "A picture of a message in one of the caller's conversations",
    params: z.strictObject({ pictureId: PictureId }),
    produces: "image/webp",
  }),
};
