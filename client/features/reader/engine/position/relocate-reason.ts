import type { Relocation } from "#client/features/reader/engine/layout/renderer.ts";

/** Only `turn` and `jump` come from the reader; `follow` comes from read-along. */
export type Cause = "open" | "turn" | "jump" | "follow" | "layout";

/** Whether the reader moved, not the layout or a voice. */
export const isReadersMove = (cause: Cause): boolean => cause === "turn" || cause === "jump";

export function getRelocateReason({ reason }: Pick<Relocation, "reason">, cause: Cause): Cause {
  if (cause !== "layout") return cause;
  if (reason === "page" || reason === "snap" || reason === "scroll") return "turn";
  return reason === "navigation" ? "turn" : "layout";
}
