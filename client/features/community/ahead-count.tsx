import { BookLock } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";

/** How many discussions are about places that the reader has not reached. */
export function AheadCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p className="flex items-start gap-3 rounded-card border border-line border-dashed p-4 text-muted text-small">
      <BookLock aria-hidden className="size-5 shrink-0 text-accent" />
      <span>
        <span className="block font-medium text-ink">{t("community.ahead", { n: count })}</span>
        {t("community.aheadHint")}
      </span>
    </p>
  );
}
