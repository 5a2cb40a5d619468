import { clsx } from "clsx";
import { Bookmark } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";

interface BookmarkButtonProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** The corner of the page: a tap sets or removes its bookmark. */
export function BookmarkButton({ isOn, onToggle }: BookmarkButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t("marks.bookmarkPage")}
      aria-keyshortcuts="B"
      onClick={onToggle}
      className={clsx(
        "pointer-events-auto fixed end-0 top-[env(safe-area-inset-top)] z-10 grid h-11 w-12 place-items-start justify-center transition-opacity [&_svg]:h-7 [&_svg]:w-5",
        isOn ? "text-primary" : "text-muted opacity-0 hover:opacity-60 focus-visible:opacity-100",
      )}
    >
      <Bookmark aria-hidden className={clsx("-mt-0.5", isOn && "fill-current")} />
    </button>
  );
}
