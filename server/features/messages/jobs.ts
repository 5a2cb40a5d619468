import * as z from "zod/mini";
import { MessageId } from "#shared/messages/contract.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { listMembers } from "./conversation-queries.ts";
import { findNotifiable } from "./message-queries.ts";
import { getMessageTexts } from "./message-texts.ts";

/** Readers who read a message within this time are not notified of it. */
export const notifyDelayMs = 10_000;

export const notifyMessage = defineJob({
  name: "messages.notify",
  payload: z.object({ messageId: MessageId }),
  run: async (services, { messageId }) => {
    const { db } = services;
    const message = await findNotifiable(db, messageId);
    if (!message?.senderId || !message.sender) return;
    const { senderId, sender, conversationId, number } = message;
    const members = await listMembers(db, conversationId);
    const now = services.clock();
    const unread = members.filter(
      ({ state, mutedUntil, readNumber }) =>
        state === "active" && !(mutedUntil && mutedUntil > now) && readNumber < number,
    );
    await db.transaction((tx) =>
      notifyFrom(
        services,
        senderId,
        unread.map(({ userId }) => userId),
        {
          type: "message",
          texts: (language) => getMessageTexts(language, sender.name),
          actionUrl: `/messages?c=${conversationId}`,
          key: `message:${messageId}`,
          subject: `message:${messageId}`,
          group: {
            key: `conversation:${conversationId}`,
            actor: sender.name,
            texts: (language, [latest = sender.name]) => getMessageTexts(language, latest),
          },
        },
        tx,
      ),
    );
  },
});

/** Deletes the files of deleted pictures. */
export const removePictures = defineJob({
  name: "messages.remove-pictures",
  payload: z.object({ storageKeys: z.array(z.string()) }),
  run: async ({ storage }, { storageKeys }) => {
    for (const key of storageKeys) await storage.remove(key);
  },
});
