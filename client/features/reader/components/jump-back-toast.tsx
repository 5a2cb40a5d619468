import type { Trail } from "#client/features/reader/hooks/use-jump-history.ts";
import { percentOf } from "#client/features/reader/progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Offer } from "./reader-toast.tsx";

/** The way back after a jump. */
export function TrailOffer({ trail: { left, back, dismiss } }: { readonly trail: Trail }) {
  if (!left) return null;
  return (
    <Offer action={{ label: t("reader.goBack"), onSelect: back }} onDismiss={dismiss}>
      {t("reader.youWereAt", { percent: percentOf(left.fraction) })}
    </Offer>
  );
}
