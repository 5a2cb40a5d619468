import type { Location } from "#client/features/reader/engine/position/location.ts";
import { getMinutesToRead, getPercent } from "#client/features/reader/progress.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

const maxTitlePageWords = 40;

/** On a title page, `left` is empty. */
export function formatProgress(
  { fraction, chapter, pagesLeftInChapter, wordsLeftInChapter, wordsOnPage }: Location,
  readingSpeed: number,
): { readonly percent: string; readonly chapter: string; readonly left: string } {
  const isTitlePage = pagesLeftInChapter === 0 && (chapter === null || wordsOnPage < maxTitlePageWords);
  const minutes = getMinutesToRead(wordsLeftInChapter, readingSpeed);
  return {
    percent: t("reader.percent", { percent: getPercent(fraction) }),
    chapter: chapter?.label ?? "",
    left: isTitlePage
      ? ""
      : minutes < 60
        ? t("reader.leftInChapter", { pages: pagesLeftInChapter, minutes })
        : t("reader.leftInChapterLong", { pages: pagesLeftInChapter, time: formatDuration(minutes * 60) }),
  };
}
