import { Link } from "react-router-dom";
import { getDirection } from "#shared/api/language.ts";
import { toUmmAlQuraDay } from "#shared/reading-activity/hijri.ts";
import type { YearReview } from "#shared/reading-activity/stats.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { formatCount, formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { getProductName } from "#client/lib/product.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { ShareButton } from "#client/ui/forms/share-button.tsx";
import { BreakdownBars } from "./breakdown-bars.tsx";

const maxParts = 5;

export function YearSummary({ review }: { readonly review: YearReview }) {
  const { sums, isOver, finishedCount } = review;
  const formatDay = createDayFormatter(review.calendar);
  return (
    <div className="flex flex-col gap-8 rounded-card border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <p className="font-semibold font-title text-h2">
            {sums.seconds > 0
              ? t("readingActivity.yearTime", { time: formatDuration(sums.seconds), days: sums.days })
              : t("readingActivity.yearBooks", { n: finishedCount })}
          </p>
          <p className="mt-1 text-muted">
            {t("readingActivity.yearFrom", { from: formatDay(review.from), to: formatDay(review.to) })}
            {!isOver && ` ${t("readingActivity.yearInProgress")}`}
          </p>
        </div>
        <ShareButton
          label={t("readingActivity.shareYear")}
          failure={t("readingActivity.shareFailed")}
          onShare={() => shareYear(review)}
        />
      </div>
      {sums.sessions > 0 && <TimeOfYear review={review} />}
      <Finished review={review} />
    </div>
  );
}

function TimeOfYear({ review }: { readonly review: YearReview }) {
  const { sums, longestRun, bestDay, finishedCount, genres, books } = review;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        <SummaryItem label={t("readingActivity.finishedBooks")} value={formatCount(finishedCount)} />
        <SummaryItem label={t("readingActivity.pagesRead")} value={formatCount(Math.floor(sums.pages))} />
        <SummaryItem
          label={t("readingActivity.longestRun")}
          value={t("readingActivity.days", { n: longestRun })}
        />
        {bestDay && (
          <SummaryItem
            label={t("readingActivity.bestDay")}
            value={formatDuration(bestDay.seconds)}
            hint={createDayFormatter(review.calendar)(bestDay.day)}
          />
        )}
      </dl>
      <Months review={review} />
      <div className="grid gap-8 sm:grid-cols-2">
        <BreakdownBars
          title={t("readingActivity.books")}
          parts={books
            .slice(0, maxParts)
            .map(({ title, seconds }) => ({ label: title || t("readingActivity.otherBooks"), seconds }))}
        />
        <BreakdownBars
          title={t("readingActivity.genres")}
          parts={genres
            .slice(0, maxParts)
            .map(({ genre, seconds }) => ({ label: getGenreName(genre), seconds }))}
        />
      </div>
    </>
  );
}

interface SummaryItemProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
}

function SummaryItem({ label, value, hint }: SummaryItemProps) {
  return (
    <div>
      <dt className="text-muted text-small">{label}</dt>
      <dd className="font-semibold font-title text-h3 tabular-nums">{value}</dd>
      {hint && <dd className="text-muted text-small">{hint}</dd>}
    </div>
  );
}

function Months({ review: { calendar, months } }: { readonly review: YearReview }) {
  const max = Math.max(1, ...months.map(({ seconds }) => seconds));
  const [short, long] = (["short", "long"] as const).map((month) => getFormat(calendar, { month }));
  return (
    <div>
      <h3 className="mb-3 font-medium">{t("readingActivity.months")}</h3>
      <ul className="grid grid-cols-12 gap-1 sm:gap-2">
        {months.map(({ startsOn, seconds }) => (
          <li key={startsOn} title={`${long?.(startsOn)}: ${formatDuration(seconds)}`} className="min-w-0">
            <div aria-hidden className="flex h-28 items-end rounded-[3px] bg-line/50">
              <div
                className="w-full rounded-[3px] bg-primary"
                style={{ height: `${(100 * seconds) / max}%` }}
              />
            </div>
            <span aria-hidden className="mt-1 block truncate text-center text-badge text-muted max-sm:hidden">
              {short?.(startsOn)}
            </span>
            <span className="sr-only">
              {long?.(startsOn)}: {formatDuration(seconds)}
            </span>
          </li>
        ))}
      </ul>
      <p aria-hidden className="mt-1 flex justify-between text-badge text-muted sm:hidden">
        <span>{long?.(months[0]?.startsOn ?? "")}</span>
        <span>{long?.(months[11]?.startsOn ?? "")}</span>
      </p>
    </div>
  );
}

function Finished({ review: { finished, calendar } }: { readonly review: YearReview }) {
  if (finished.length === 0) return null;
  return (
    <div>
      <h3 className="mb-3 font-medium">{t("readingActivity.finishedBooks")}</h3>
      <ul className="grid grid-cols-2 gap-4 min-[26rem]:grid-cols-3 sm:grid-cols-5">
        {finished.map((book) => (
          <li key={book.bookId ?? `${book.title} ${book.author}`} className="min-w-0 text-small">
            <FinishedBook book={book} />
            <span className="block text-badge text-muted">
              {createDateFormatter(calendar)(book.finishedAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FinishedBook({ book }: { readonly book: YearReview["finished"][number] }) {
  const { bookId, title, author, coverImageUrl } = book;
  const caption = (
    <>
      <span dir="auto" className="mt-1.5 line-clamp-2 font-medium text-ink leading-snug">
        {title}
      </span>
      <span dir="auto" className="block truncate text-badge text-muted">
        {author}
      </span>
    </>
  );
  if (!bookId) return caption;
  return (
    <Link to={`/book/${bookId}`} className="block no-underline">
      <Cover book={{ id: bookId, title, coverImageUrl }} sizes="140px" />
      {caption}
    </Link>
  );
}

/** Shares a picture of the year with the covers of the finished books. */
async function shareYear({ year, sums, finished, finishedCount }: YearReview): Promise<void> {
  const { drawYearCard, sharePicture } = await import("./share-card.ts");
  const title = t("readingActivity.myYear", { year: String(year) });
  const picture = await drawYearCard({
    title,
    lines: [
      ...(sums.seconds > 0
        ? [t("readingActivity.yearTime", { time: formatDuration(sums.seconds), days: sums.days })]
        : []),
      ...(finishedCount > 0 ? [t("readingActivity.yearBooks", { n: finishedCount })] : []),
    ],
    coverUrls: finished.flatMap(({ coverImageUrl }) => (coverImageUrl ? [coverImageUrl] : [])),
    productName: getProductName(),
    isRightToLeft: getDirection(getChosenLanguage()) === "rtl",
  });
  await sharePicture(picture, { fileName: `${year}.png`, title });
}

type Calendar = YearReview["calendar"];

const getIntl = (calendar: Calendar, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(getLocale(), {
    ...options,
    calendar: calendar === "hijri" ? "islamic-umalqura" : "gregory",
  });

function getFormat(calendar: Calendar, options: Intl.DateTimeFormatOptions): (formatDay: Day) => string {
  const format = getIntl(calendar, options);
  return (formatDay) => {
    if (!formatDay) return "";
    return format.format(
      new Date(`${calendar === "hijri" ? toUmmAlQuraDay(formatDay) : formatDay}T12:00:00`),
    );
  };
}

const createDayFormatter = (calendar: Calendar) => getFormat(calendar, { dateStyle: "long" });

function createDateFormatter(calendar: Calendar): (date: Date) => string {
  const format = getIntl(calendar, { dateStyle: "long" });
  return (date) => format.format(date);
}
