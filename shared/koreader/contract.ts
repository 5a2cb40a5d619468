import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Fraction, rawText } from "#shared/api/schemas.ts";

/** A digest of a file, or of its name. */
export const KoreaderDocument = z.string().check(z.regex(/^\w{1,100}$/));

/** KOReader's own progress: an XPointer in an EPUB, a page number in other files. */
const Progress = z.pipe(z.union([rawText(4096).check(z.minLength(1)), z.number()]), z.transform(String));

const text = rawText(200);

/** Further digests of the same file, strongest first. */
const Identifiers = z.array(z.object({ type: rawText(40), value: rawText(100) })).check(z.maxLength(16));

const another = "KOReader does not follow changes.";

/** The protocol of KOReader's progress sync; its server address is `/koreader`. */
export const koreaderContract = {
  createKoreaderAccount: route({
    method: "POST",
    path: "/koreader/users/create",
    access: "guest",
    summary: "Refuses with 402, which KOReader shows, because accounts are made on the site",
    unchanged: "It creates nothing.",
    response: z.object({ code: z.literal("registration_disabled"), message: z.string() }),
  }),

  authorizeKoreader: route({
    method: "GET",
    path: "/koreader/users/auth",
    access: "reader",
    scope: "sync",
    summary: "Whether `x-auth-user` and `x-auth-key` (the MD5 of a token) are right",
    unwatched: another,
    response: z.object({ authorized: z.literal("OK") }),
  }),

  saveKoreaderProgress: route({
    method: "PUT",
    path: "/koreader/syncs/progress",
    access: "reader",
    scope: "sync",
    summary: "Saves the progress in a document, and the position in the book that it is",
    changes: ["position"],
    isAnnouncedByService: true,
    body: z.object({
      document: KoreaderDocument,
      progress: Progress,
      percentage: z.pipe(
        z.number(),
        z.transform((value) => Math.min(1, Math.max(0, value))),
      ),
      device: text,
      device_id: z.optional(text),
      identifiers: z.optional(Identifiers),
    }),
    response: z.object({ document: z.string(), timestamp: z.int() }),
  }),

  getKoreaderProgress: route({
    method: "GET",
    path: "/koreader/syncs/progress/:document",
    access: "reader",
    scope: "sync",
    summary: "The progress in a document; empty when there is none",
    unwatched: another,
    params: z.strictObject({ document: KoreaderDocument }),
    /** `type:digest` pairs, strongest first. */
    query: z.object({ ids: z.optional(rawText(2000)) }),
    response: z.object({
      document: z.optional(z.string()),
      progress: z.optional(z.string()),
      percentage: z.optional(Fraction),
      device: z.optional(z.string()),
      device_id: z.optional(z.string()),
      /** Seconds. */
      timestamp: z.optional(z.int()),
    }),
  }),

  getKoreaderHealth: route({
    method: "GET",
    path: "/koreader/healthcheck",
    access: "guest",
    summary: "Whether the progress sync answers",
    unwatched: another,
    response: z.object({ state: z.literal("OK") }),
  }),
};
