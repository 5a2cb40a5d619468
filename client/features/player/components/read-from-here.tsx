import { BookOpen } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { isReadingScreen } from "#client/features/reader/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { labelledButton } from "./labelled-button.ts";

interface ReadFromHereProps {
  /** With its label below the icon. */
  readonly isLabelled?: boolean;
  readonly onNavigate?: () => void;
}

export function ReadFromHere({ isLabelled = false, onNavigate }: ReadFromHereProps) {
  const playlist = usePlayerState((state) => state.playlist);
  const { pathname } = useLocation();
  if (!playlist?.hasEbook) return null;
  if (isReadingScreen(pathname) && pathname.includes(playlist.bookId)) return null;
  return (
    <Link
      to={`/seamless-reader/${playlist.bookId}`}
      aria-label={t("player.readFromHere")}
      title={t("player.readFromHere")}
      onClick={onNavigate}
      className={
        isLabelled
          ? labelledButton
          : "grid size-11 shrink-0 place-items-center rounded-control text-ink hover:bg-primary/10"
      }
    >
      <BookOpen aria-hidden className="size-5" />
      {isLabelled && t("player.shortRead")}
    </Link>
  );
}
