import { MessagesSquare } from "lucide-react";
import { Link } from "react-router-dom";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { labelledButton } from "./labelled-button.ts";

interface DiscussHereProps {
  /** With its label below the icon. */
  readonly isLabelled?: boolean;
  readonly onNavigate?: () => void;
}

/** Opens the communities, to discuss the current position. */
export function DiscussHere({ isLabelled = false, onNavigate }: DiscussHereProps) {
  const playlist = usePlayerState((state) => state.playlist);
  const isReader = useUser() !== null;
  if (!playlist || !isReader) return null;
  return (
    <Link
      to={`/community?discuss=1&book=${playlist.bookId}`}
      aria-label={t("player.discuss")}
      title={t("player.discuss")}
      onClick={onNavigate}
      className={
        isLabelled
          ? labelledButton
          : "grid size-11 shrink-0 place-items-center rounded-control text-ink hover:bg-primary/10"
      }
    >
      <MessagesSquare aria-hidden className="size-5" />
      {isLabelled && t("player.shortDiscuss")}
    </Link>
  );
}
