import { clsx } from "clsx";
import type { BookState } from "#shared/books/book.ts";
import { t } from "#client/lib/i18n/i18n.ts";

const classNames: Readonly<Record<BookState, string>> = {
  draft: "border-edge text-muted",
  "in-review": "border-accent text-ink",
  scheduled: "border-primary text-primary",
  published: "border-primary bg-primary/10 text-primary",
  hidden: "border-edge bg-line text-ink",
  rejected: "border-destructive text-destructive",
};

export function StateBadge({ state }: { readonly state: BookState }) {
  return (
    <span
      className={clsx(
        "inline-flex w-fit shrink-0 items-center whitespace-nowrap rounded-full border px-2.5 py-0.5 font-medium text-small",
        classNames[state],
      )}
    >
      {t(`publishing.state-${state}`)}
    </span>
  );
}
