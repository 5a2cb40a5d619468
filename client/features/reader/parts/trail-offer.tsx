import { percentOf } from "#client/features/reader/progress.ts";
import type { Trail } from "#client/features/reader/use-trail.ts";
import { say } from "#client/lib/words.ts";
import { Offer } from "./offer.tsx";

/** The way back after a jump. */
export function TrailOffer({ trail: { left, back, dismiss } }: { readonly trail: Trail }) {
  if (!left) return null;
  return (
    <Offer action={{ label: say("reader.goBack"), onSelect: back }} onDismiss={dismiss}>
      {say("reader.youWereAt", { percent: percentOf(left.fraction) })}
    </Offer>
  );
}
