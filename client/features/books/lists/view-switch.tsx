import { clsx } from "clsx";
import { LayoutGrid, List } from "lucide-react";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { type BookView, bookViews, chooseBookView, useBookView } from "./book-view.ts";

const texts = { grid: "browse.grid", list: "browse.list" } as const satisfies Record<BookView, MessageKey>;
const icons = { grid: LayoutGrid, list: List } as const;

export function ViewSwitch() {
  const shown = useBookView();
  return (
    <fieldset className="flex shrink-0 rounded-control border border-edge bg-surface p-0.5">
      <legend className="sr-only">{t("browse.view")}</legend>
      {bookViews.map((view) => {
        const Icon = icons[view];
        return (
          <button
            key={view}
            type="button"
            aria-label={t(texts[view])}
            aria-pressed={view === shown}
            onClick={() => chooseBookView(view)}
            className={clsx(
              "grid size-11 place-items-center rounded-cover transition-colors [&_svg]:size-5",
              view === shown ? "bg-primary text-on-primary" : "text-ink hover:bg-primary/10",
            )}
          >
            <Icon aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}
