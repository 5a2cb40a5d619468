import * as z from "zod/mini";
import { Seconds } from "#shared/api/schemas.ts";

export const OverlayKind = z.enum(["", "page", "note", "table", "figure", "aside"]);
export type OverlayKind = z.infer<typeof OverlayKind>;

export const OverlayMark = z.tuple([z.int(), z.string(), Seconds, Seconds, OverlayKind]);
export type OverlayMark = z.infer<typeof OverlayMark>;
