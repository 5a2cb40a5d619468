import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { compareInReadingOrder, readSentence } from "#shared/positions/sentence-times.ts";
import { type Ebook, type Recap as RecapReply, readerContract } from "#shared/reader/contract.ts";
import { type Chapter, findChapterOfSentence, getChapters } from "#client/features/reader/chapters.ts";
import { type OwnMark, ownMarks } from "#client/features/reader/own-marks.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Panel } from "./panel.tsx";

/** Marks that are shown before all are. */
const shownAtFirst = 10;

/** Where the reader stopped, once per return. */
export function Recap({ bookId }: { readonly bookId: BookId }) {
  const [isClosed, setClosed] = useState(false);
  const recap = useQuery({
    ...query(readerContract.getRecap, { params: { bookId } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data;
  const ebook = useQuery({
    ...query(readerContract.getEbook, { params: { bookId } }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const shownFor = recap?.lastReadAt.toISOString();
  const [seen] = useState(() => readSeen(bookId));
  useEffect(() => {
    if (shownFor) storeSeen(bookId, shownFor);
  }, [bookId, shownFor]);
  if (!recap || !ebook || isClosed || seen === shownFor) return null;
  return <RecapPanel recap={recap} ebook={ebook} onClose={() => setClosed(true)} />;
}

interface RecapPanelProps {
  readonly recap: RecapReply;
  readonly ebook: Ebook;
  readonly onClose: () => void;
}

function RecapPanel({ recap: { lastReadAt, sentence, excerpt }, ebook, onClose }: RecapPanelProps) {
  const { chapters, current } = getChaptersSoFar(ebook, sentence);
  const date = formatCalendarDay(lastReadAt);
  return (
    <Panel title={t("readerPanels.recap.title")} side="start" onClose={onClose}>
      <div className="flex flex-col gap-5 p-5">
        <p>
          {current?.label
            ? t("readerPanels.recap.stoppedIn", { date, chapter: current.label })
            : t("readerPanels.recap.stopped", { date })}
        </p>
        {excerpt && (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-small">{t("readerPanels.recap.lastText")}</h3>
            <blockquote
              dir="auto"
              lang={ebook.language}
              className="whitespace-pre-line border-primary border-s-4 ps-4"
            >
              {excerpt}
            </blockquote>
          </section>
        )}
        <Button onClick={onClose}>{t("readerPanels.recap.continue")}</Button>
        {chapters.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-small">{t("readerPanels.recap.chapters")}</h3>
            <ol className="flex flex-col gap-2 text-small">
              {chapters.map(({ id, label, depth }) => (
                <li key={id} dir="auto" style={{ paddingInlineStart: `${depth * 16}px` }}>
                  {label || t("reader.untitledChapter")}
                </li>
              ))}
            </ol>
          </section>
        )}
        <MarksSoFar sentence={sentence} />
      </div>
    </Panel>
  );
}

/** The entries of the contents that begin before a sentence, and the one that contains it. */
function getChaptersSoFar(
  ebook: Ebook,
  sentence: RecapReply["sentence"],
): { readonly chapters: readonly Chapter[]; readonly current: Chapter | null } {
  const { spineIndex, number } = readSentence(sentence);
  const section = ebook.spine.findIndex(({ index }) => index === spineIndex);
  const all = getChapters(ebook.toc, ebook.spine);
  const isBegun = (chapter: Chapter) =>
    chapter.section < section || (chapter.section === section && chapter.sentence <= number);
  return {
    chapters: all.filter((chapter) => chapter.section >= 0 && isBegun(chapter)),
    current: findChapterOfSentence(all, section, number),
  };
}

/** The marks before a sentence: the last ones, and on request all. */
function MarksSoFar({ sentence }: Pick<RecapReply, "sentence">) {
  const [areAllShown, setAllShown] = useState(false);
  const marks = useStore(ownMarks).filter((mark) => isBefore(mark, sentence));
  if (marks.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-small">{t("readerPanels.recap.marks")}</h3>
      <ul className="flex flex-col gap-2 text-small">
        {(areAllShown ? marks : marks.slice(-shownAtFirst)).map(({ id, quote, note }) => (
          <li key={id} dir="auto">
            {quote || note || t("readerPanels.recap.bookmark")}
          </li>
        ))}
      </ul>
      {!areAllShown && marks.length > shownAtFirst && (
        <Button tone="quiet" size="small" onClick={() => setAllShown(true)}>
          {t("readerPanels.search.allMarks", { n: marks.length })}
        </Button>
      )}
    </section>
  );
}

const isBefore = ({ target }: OwnMark, sentence: RecapReply["sentence"]) =>
  "sentence" in target && compareInReadingOrder(SentenceId.parse(target.sentence), sentence) < 0;

const getSeenKey = (bookId: BookId) => `reader-recap:${bookId}`;

function readSeen(bookId: BookId): string | null {
  try {
    return localStorage.getItem(getSeenKey(bookId));
  } catch {
    return null;
  }
}

function storeSeen(bookId: BookId, lastReadAt: string): void {
  try {
    localStorage.setItem(getSeenKey(bookId), lastReadAt);
  } catch {}
}
