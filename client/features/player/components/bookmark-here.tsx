import { BookmarkPlus } from "lucide-react";
import { toLocator } from "#client/features/player/engine/timeline.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { labelledButton } from "./labelled-button.ts";

/** Bookmarks the moment that plays. */
export function BookmarkHere({ isLabelled = false }: { readonly isLabelled?: boolean }) {
  const { engine } = usePlayer();
  const isLoaded = usePlayerState((state) => state.playlist !== null);
  const user = useUser();
  if (!isLoaded || !user) return null;
  const add = async () => {
    const { playlist, chapterIndex, time } = engine.getState();
    if (!playlist) return;
    const { chapter = 1, offset = 0, fraction } = toLocator(playlist, { index: chapterIndex, time });
    try {
      const { addAudioBookmark } = await import("#client/features/marks/index.ts");
      const undo = addAudioBookmark(user.id, playlist.bookId, { chapter, offset, fraction });
      toast({ title: t("player.bookmarked"), action: { label: t("common.undo"), onSelect: undo } });
    } catch {
      toast({ tone: "destructive", title: t("player.bookmarkFailed") });
    }
  };
  const label = t("player.bookmark");
  const icon = <BookmarkPlus aria-hidden />;
  if (!isLabelled) return <IconButton icon={icon} label={label} onClick={() => void add()} />;
  return (
    <button type="button" aria-label={label} onClick={() => void add()} className={labelledButton}>
      {icon}
      {t("player.shortBookmark")}
    </button>
  );
}
