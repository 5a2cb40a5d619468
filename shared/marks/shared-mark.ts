import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { CommunityId } from "#shared/community/community.ts";
import { Person } from "#shared/people/person.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";
import { MarkAnchor, MarkId, Placement } from "./mark.ts";

export const SharedMarkId = z.uuid().brand<"SharedMarkId">();
export type SharedMarkId = z.infer<typeof SharedMarkId>;

/** `held` waits for a moderator's approval; `removed` was taken down by one. */
export const SharedMarkState = z.enum(["shown", "held", "removed"]);
export type SharedMarkState = z.infer<typeof SharedMarkState>;

/** Marks that one member shares with a community in one book. */
export const maxSharedMarks = 200;
/** Marks that all members share with a community in one book. */
export const maxMarginMarks = 5_000;

/** A mark in the margin of a community. */
export const SharedMark = z.object({
  id: SharedMarkId,
  communityId: CommunityId,
  /** Null for the marks of others. */
  markId: z.nullable(MarkId),
  /** Without context and CFI. */
  anchor: MarkAnchor,
  placement: Placement,
  /** The note. */
  content: RichText,
  person: Person,
  /** Whether the person moderates the community. */
  isModerator: z.boolean(),
  isMine: z.boolean(),
  state: SharedMarkState,
  sharedAt: Instant,
});
export type SharedMark = z.infer<typeof SharedMark>;

/** A community of the reader that reads the book. */
export const MarginCommunity = z.object({
  id: CommunityId,
  name: z.string(),
  canModerate: z.boolean(),
  /** Marks that the reader may see. */
  count: z.int(),
  /** Marks at positions that the reader has not reached. */
  aheadCount: z.int(),
});
export type MarginCommunity = z.infer<typeof MarginCommunity>;
