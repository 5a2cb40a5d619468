import { CircleAlert } from "lucide-react";
import type { AdminDashboard, AttentionItem } from "#shared/admin/contract.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

const texts = {
  cover: "admin.itemCover",
  narration: "admin.itemNarration",
  alignment: "admin.itemAlignment",
  "low-confidence": "admin.itemLowConfidence",
} as const satisfies Record<AttentionItem["kind"], MessageKey>;

const screens = {
  cover: "",
  narration: "/narration",
  alignment: "/sync",
  "low-confidence": "/sync",
} as const;

/** Books with problems, each with a link to the page that fixes them. */
export function AttentionList({ items, itemCount }: Pick<AdminDashboard, "items" | "itemCount">) {
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {items.map(({ kind, bookId, title }) => (
          <li key={kind + bookId} className="flex items-start gap-3 px-4 py-3">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            <div className="min-w-0">
              <TextLink to={`/book/${bookId}${screens[kind]}`} dir="auto" className="inline-block py-0.5">
                {title}
              </TextLink>
              <p className="text-muted text-small">{t(texts[kind])}</p>
            </div>
          </li>
        ))}
      </ul>
      {itemCount > items.length && (
        <p className="mt-2 text-muted text-small">{t("admin.moreItems", { n: itemCount - items.length })}</p>
      )}
    </>
  );
}
