import * as z from "zod/mini";

/**
 * What a part of a media overlay reads aloud, where it is something that a listener may like to leave out: the number of
 * a printed page, a note, a table, a picture's description, or what stands beside the text; empty for the text itself.
 */
export const OverlayKind = z.enum(["", "page", "note", "table", "figure", "aside"]);
export type OverlayKind = z.infer<typeof OverlayKind>;
