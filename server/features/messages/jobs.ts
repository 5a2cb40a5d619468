import * as z from "zod/mini";
import { type ConversationId, MessageId } from "#shared/messages/message.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { findNotifiable, listUnreadRecipients } from "./message-queries.ts";

/** Readers who read a message within this time are not notified of it. */
export const notifyDelayMs = 10_000;

/** The key of the one notification about a message request. */
export const getRequestKey = (id: ConversationId): string => `message-request:${id}`;

export const notifyMessage = defineJob({
  name: "messages.notify",
  queue: "now",
  payload: z.object({ messageId: MessageId }),
  run: async (services, { messageId }) => {
    const { db } = services;
    const message = await findNotifiable(db, messageId);
    if (!message?.senderId || !message.sender) return;
    const { senderId, sender, conversationId } = message;
    const { name } = sender;
    const unread = await listUnreadRecipients(db, messageId, services.clock());
    const listUsers = (state: "active" | "request") =>
      unread.filter((member) => member.state === state).map(({ userId }) => userId);
    const subject = `message:${messageId}`;
    await db.transaction(async (tx) => {
      await notifyFrom(
        services,
        senderId,
        listUsers("active"),
        {
          type: "message",
          params: { conversationId },
          key: subject,
          subject,
          group: { key: `conversation:${conversationId}`, actor: name },
        },
        tx,
      );
      await notifyFrom(
        services,
        senderId,
        listUsers("request"),
        {
          type: "message_request",
          params: { conversationId, name },
          isQuiet: true,
          key: getRequestKey(conversationId),
          subject,
        },
        tx,
      );
    });
  },
});

/** Deletes the files of deleted pictures. */
export const removePictures = defineJob({
  name: "messages.remove-pictures",
  queue: "later",
  payload: z.object({ storageKeys: z.array(z.string()) }),
  run: async ({ storage }, { storageKeys }) => {
    for (const key of storageKeys) await storage.remove(key);
  },
});
