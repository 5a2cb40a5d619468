import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";

export const MergeKind = z.enum(["genre", "trope", "contributor"]);
export type MergeKind = z.infer<typeof MergeKind>;

/** Days in which a merge can be undone. */
export const mergeUndoDays = 30;

export const MovedSubject = z.enum([
  "books",
  "challenges",
  "communities",
  "followers",
  "former-names",
  "subjects",
  "announcements",
]);
export type MovedSubject = z.infer<typeof MovedSubject>;

export const MergePreview = z.object({
  moves: z.array(
    z.object({
      subject: MovedSubject,
      count: z.int(),
      /** Those of them that the target has already. */
      shared: z.int(),
    }),
  ),
  /** The account that the target takes over; null for none. */
  username: z.nullable(z.string()),
  /** Two accounts cannot be merged. */
  hasTwoAccounts: z.boolean(),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const Merge = z.object({
  id: z.uuid(),
  kind: MergeKind,
  fromName: z.string(),
  targetId: z.uuid(),
  /** Empty when it was merged or deleted since. */
  targetName: z.string(),
  /** Empty for a deleted account. */
  actor: z.string(),
  mergedAt: Instant,
  undoneAt: z.nullable(Instant),
  undoableUntil: Instant,
});
export type Merge = z.infer<typeof Merge>;

const Id = z.uuid();
const pair = { kind: MergeKind, fromId: Id, targetId: Id };

export const mergesContract = {
  previewMerge: route({
    method: "GET",
    path: "/api/admin/merge-preview",
    access: "employee",
    summary: "What a merge would move",
    unwatched: "Computed for its dialog",
    query: z.strictObject(pair),
    response: MergePreview,
  }),

  listMerges: route({
    method: "GET",
    path: "/api/admin/merges",
    access: "employee",
    summary: "Merges that can be undone, newest first; at most 50",
    reads: ["merge"],
    query: z.strictObject({ kind: MergeKind }),
    response: z.object({ merges: z.array(Merge) }),
  }),

  createMerge: route({
    method: "POST",
    path: "/api/admin/merges",
    access: "employee",
    summary: "Moves all references of a genre, theme or contributor to another one and deletes it",
    changes: ["merge", "genre", "trope", "contributor"],
    errors: ["conflict"],
    body: z.strictObject(pair),
    response: Merge,
  }),

  undoMerge: route({
    method: "POST",
    path: "/api/admin/merges/:mergeId/undo",
    access: "employee",
    summary: "Undo a merge within 30 days",
    changes: ["merge", "genre", "trope", "contributor"],
    errors: ["conflict"],
    params: z.strictObject({ mergeId: Id }),
    response: Merge,
  }),
};
