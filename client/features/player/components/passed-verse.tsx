import { useQuery } from "@tanstack/react-query";
import type { BookId } from "#shared/books/book.ts";
import { findSentenceAt, readSentence } from "#shared/positions/sentence-times.ts";
import { type QuranSentence, readerContract } from "#shared/reader/contract.ts";
import { usePlayerState } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Notice } from "./notice.tsx";

/** Explains a pause of a synthetic voice, which never speaks a verse of the Qur'an. */
export function PassedVerse() {
  const bookId = usePlayerState(({ playlist }) => playlist?.bookId);
  return bookId ? <VerseAt bookId={bookId} /> : null;
}

function VerseAt({ bookId }: { readonly bookId: BookId }) {
  const verse = useVerseNow(bookId);
  return (
    verse && (
      <Notice>
        <span className="text-muted">{t("player.versePassed")}</span>
        {verse.text && (
          <span dir="auto" lang="ar" className="line-clamp-3 block">
            {verse.text}
          </span>
        )}
      </Notice>
    )
  );
}

function useVerseNow(bookId: BookId): QuranSentence | undefined {
  const { data: map } = useQuery({
    ...query(readerContract.getSyncMap, { params: { bookId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sentence = usePlayerState(({ playlist, chapterIndex, time }) => {
    const number = playlist?.chapters[chapterIndex]?.chapterNumber;
    const chapter = map?.chapters.find(({ chapterNumber }) => chapterNumber === number);
    return chapter ? findSentenceAt(time, chapter.sentences) : null;
  });
  const spineIndex = sentence ? readSentence(sentence).spineIndex : 0;
  const { data: verses } = useQuery({
    ...query(readerContract.getQuranPassages, { params: { bookId, spineIndex } }),
    enabled: sentence !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return verses?.sentences.find((each) => each.sentence === sentence);
}
