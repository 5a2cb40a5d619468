import * as z from "zod/mini";
import { Seconds } from "#shared/api/schemas.ts";

/**
 * What a part of a media overlay reads aloud, where it is something that a listener may like to leave out: the number of
 * a printed page, a note, a table, a picture's description, or what stands beside the text; empty for the text itself.
 */
export const OverlayKind = z.enum(["", "page", "note", "table", "figure", "aside"]);
export type OverlayKind = z.infer<typeof OverlayKind>;

/**
 * A part of the text as the book itself marks it while it is heard: a word, a line, a paragraph, a picture. The document's
 * place in the reading order; the element's id in the page as it is served, empty for the whole page; start and end from
 * the chapter's start; and what it is.
 */
export const OverlayMark = z.tuple([z.int(), z.string(), Seconds, Seconds, OverlayKind]);
export type OverlayMark = z.infer<typeof OverlayMark>;
