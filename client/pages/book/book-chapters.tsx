import { useQuery } from "@tanstack/react-query";
import { Lock, Play } from "lucide-react";
import type { BookDetail } from "#shared/books/contract.ts";
import { type Chapter, type Playlist, playerContract } from "#shared/player/contract.ts";
import { getChapterLabel, getChapterTitle } from "#client/features/player/engine/track.ts";
import { showPlayer } from "#client/features/player/player-visibility.ts";
import { useLazyPlayer } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { ChapterList, ChapterListSkeleton } from "./chapter-list.tsx";

export function BookChapters({ book }: { readonly book: BookDetail }) {
  const playlist = useQuery(query(playerContract.getPlaylist, { params: { bookId: book.id } }));
  return (
    <QueryState query={playlist} loading={<ChapterListSkeleton />}>
      {(data) => (
        <ChapterList>
          {data.chapters.map((chapter, index) => (
            <li key={chapter.chapterNumber}>
              <ChapterRow playlist={data} chapter={chapter} index={index} />
            </li>
          ))}
        </ChapterList>
      )}
    </QueryState>
  );
}

interface ChapterRowProps {
  readonly playlist: Playlist;
  readonly chapter: Chapter;
  readonly index: number;
}

function ChapterRow({ playlist, chapter, index }: ChapterRowProps) {
  const player = useLazyPlayer();
  const title = getChapterTitle(chapter);
  const Icon = chapter.isLocked ? Lock : Play;
  const listen = () => {
    player().engine.playBook(playlist, { index, time: 0 });
    showPlayer();
  };
  return (
    <button
      type="button"
      disabled={chapter.isLocked}
      onClick={listen}
      className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-2 enabled:hover:bg-primary/5"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-primary" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {title ?? getChapterLabel(chapter)}
        </span>
        {title && <span className="block text-muted text-small">{getChapterLabel(chapter)}</span>}
      </span>
      {chapter.isLocked && <span className="text-muted text-small max-sm:sr-only">{t("book.locked")}</span>}
      <span className="shrink-0 text-muted text-small tabular-nums">
        {formatDuration(chapter.end - chapter.start)}
      </span>
    </button>
  );
}
