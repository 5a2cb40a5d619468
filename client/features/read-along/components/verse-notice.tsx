import { useQuery } from "@tanstack/react-query";
import type { BookId } from "#shared/books/book.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { usePlayerState } from "#client/features/player/index.ts";
import type { PlaybackSync } from "#client/features/read-along/playback-sync.ts";
import { useReadAlongState } from "#client/features/read-along/use-read-along-state.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface VerseNoticeProps {
  readonly bookId: BookId;
  readonly sync: PlaybackSync;
}

/** Explains why an AI voice pauses: the marked Qur'an verse is left to the reader. */
export function VerseNotice({ bookId, sync }: VerseNoticeProps) {
  const isAiNarration = usePlayerState(
    ({ playlist }) => playlist !== null && playlist.bookId === bookId && playlist.hasAiVoice,
  );
  const { target } = useReadAlongState(sync);
  const [, spineIndex] = /^s(\d+)-/.exec(target ?? "") ?? [];
  const { data: verses } = useQuery({
    ...query(readerContract.getQuranPassages, { params: { bookId, spineIndex: Number(spineIndex ?? 0) } }),
    enabled: isAiNarration && spineIndex !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isVerse = isAiNarration && verses?.sentences.some(({ sentence }) => sentence === target);
  return (
    <div role="status">
      {isVerse && (
        <p className="pointer-events-auto mb-2 rounded-full border border-line bg-surface px-4 py-2 text-muted text-small shadow-float">
          {t("readAlong.verse")}
        </p>
      )}
    </div>
  );
}
