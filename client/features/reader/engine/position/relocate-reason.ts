import type { Relocation } from "#client/features/reader/engine/layout/renderer.ts";

/** Why the page changed: only `turn` and `jump` are the reader's doing, `follow` is that of the sound. */
export type Cause = "open" | "turn" | "jump" | "follow" | "layout";

/** A finger turns pages without asking the engine; everything else said what it was about. */
export function getRelocateReason({ reason }: Pick<Relocation, "reason">, asked: Cause): Cause {
  if (asked !== "layout") return asked;
  if (reason === "page" || reason === "snap" || reason === "scroll") return "turn";
  return reason === "navigation" ? "turn" : "layout";
}
