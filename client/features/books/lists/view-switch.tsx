import { clsx } from "clsx";
import { LayoutGrid, List } from "lucide-react";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import type { StoredPreference } from "#client/lib/stored-preference.ts";
import { type BookView, bookViews } from "./book-view.ts";

const texts = { grid: "ui.grid", list: "ui.list" } as const satisfies Record<BookView, MessageKey>;
const icons = { grid: LayoutGrid, list: List } as const;

export function ViewSwitch({ preference }: { readonly preference: StoredPreference<BookView> }) {
  const currentView = preference.use();
  return (
    <fieldset className="flex shrink-0 rounded-control border border-edge bg-surface p-0.5">
      <legend className="sr-only">{t("ui.view")}</legend>
      {bookViews.map((view) => {
        const Icon = icons[view];
        return (
          <button
            key={view}
            type="button"
            aria-label={t(texts[view])}
            aria-pressed={view === currentView}
            onClick={() => preference.set(view)}
            className={clsx(
              "grid size-11 place-items-center rounded-cover transition-colors [&_svg]:size-5",
              view === currentView ? "bg-primary text-on-primary" : "text-ink hover:bg-primary/10",
            )}
          >
            <Icon aria-hidden />
          </button>
        );
      })}
    </fieldset>
  );
}
