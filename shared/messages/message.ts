import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { Person } from "#shared/people/person.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";

export const ConversationId = z.uuid().brand<"ConversationId">();
export type ConversationId = z.infer<typeof ConversationId>;
export const MessageId = z.uuid().brand<"MessageId">();
export type MessageId = z.infer<typeof MessageId>;

export const PictureId = z.uuid().brand<"PictureId">();
export type PictureId = z.infer<typeof PictureId>;

export const maxPictures = 5;
export const maxGroupSize = 50;
export const maxMessageLength = 4_000;
/** A message can be changed or deleted for all within this time. */
export const messageEditMs = 15 * 60_000;
export const reactions = ["👍", "❤️", "😊", "🤲", "📖", "😢"] as const;

/** Shown in place of the excerpt of a message without text. */
export const Attachment = z.nullable(z.enum(["picture", "book"]));
export type Attachment = z.infer<typeof Attachment>;

export const Message = z.object({
  id: MessageId,
  number: z.int(),
  clientId: z.uuid(),
  /** Null after the account was deleted, and for blocked people. */
  sender: z.nullable(Person),
  isMine: z.boolean(),
  /** Null when it was deleted, or is by someone who was blocked. */
  content: z.nullable(RichText),
  source: z.nullable(z.string()),
  isDeleted: z.boolean(),
  pictures: z.array(z.object({ id: PictureId, width: z.int(), height: z.int() })),
  replyTo: z.nullable(
    z.object({ id: MessageId, name: z.string(), excerpt: z.string(), attachment: Attachment }),
  ),
  reactions: z.array(z.object({ emoji: z.string(), count: z.int(), isMine: z.boolean() })),
  createdAt: Instant,
  editedAt: z.nullable(Instant),
});
export type Message = z.infer<typeof Message>;

export const ConversationMember = z.object({
  person: Person,
  /** The numbers of the last message delivered to and read by them; null unless both share read receipts. */
  deliveredNumber: z.nullable(z.int()),
  readNumber: z.nullable(z.int()),
});
export type ConversationMember = z.infer<typeof ConversationMember>;

export const Conversation = z.object({
  id: ConversationId,
  /** Empty for two people. */
  title: z.string(),
  isGroup: z.boolean(),
  state: z.enum(["active", "request"]),
  /** False while the other one has not accepted: then a message has no links. */
  isAccepted: z.boolean(),
  /** The others in it. */
  members: z.array(ConversationMember),
  excerpt: z.string(),
  attachment: Attachment,
  lastNumber: z.int(),
  readNumber: z.int(),
  unreadCount: z.int(),
  /** Null unless muted. */
  mutedUntil: z.nullable(Instant),
  /** Whether the other one of two was blocked by the caller. */
  isBlocked: z.boolean(),
  activeAt: Instant,
});
export type Conversation = z.infer<typeof Conversation>;
