import { useQuery } from "@tanstack/react-query";
import { Flame, Trophy } from "lucide-react";
import { Link } from "react-router-dom";
import { isScripture } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { localizeChallenge } from "#client/features/challenges/challenge-texts.ts";
import { useMyEntry } from "#client/features/library/use-my-entry.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { getMediaUrl } from "#client/lib/urls/cover-url.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { ShareButton } from "#client/ui/forms/share-button.tsx";
import { StarPicker } from "#client/ui/forms/star-picker.tsx";

const shownSimilar = 3;

/** One tap to rate a finished book, what it completed, and a picture to share. */
export function FinishedBook({ book }: { readonly book: BookDetail }) {
  const { rate } = useMyEntry(book.id);
  return (
    <>
      {!isScripture(book) && (
        <div>
          <p className="text-small">{t("readerPanels.endRate")}</p>
          <StarPicker
            label={t("readerPanels.endRateTitle", { title: book.title })}
            value={book.myEntry?.rating ?? null}
            onChange={rate}
          />
        </div>
      )}
      <Achievements />
      <ShareButton
        label={t("readerPanels.endShare")}
        failure={t("readerPanels.endShareFailed")}
        onShare={() => shareBook(book)}
      />
    </>
  );
}

/** Progress of the reader's challenges, and the streak. */
function Achievements() {
  const ownChallenges = useQuery(query(challengesContract.listMine, {}));
  const activity = useQuery(query(activityContract.getSummary, { query: {} }));
  const now = new Date();
  const open = (ownChallenges.data ?? []).filter(({ challenge }) => challenge.endsAt > now);
  const streak = activity.data?.streak.current ?? 0;
  if (open.length === 0 && streak < 2) return null;
  return (
    <ul className="flex flex-col gap-1.5 text-start text-small">
      {open.map(({ challenge, progress, completedAt }) => (
        <li key={challenge.id} className="flex items-center gap-2">
          <Trophy aria-hidden className="size-4 shrink-0 text-accent" />
          <span>
            <bdi>{localizeChallenge(challenge).title}</bdi>:{" "}
            {t(completedAt ? "readerPanels.endChallengeDone" : "readerPanels.endChallengeProgress", {
              done: Math.min(progress, challenge.goal),
              n: challenge.goal,
            })}
          </span>
        </li>
      ))}
      {streak >= 2 && (
        <li className="flex items-center gap-2">
          <Flame aria-hidden className="size-4 shrink-0 text-accent" />
          {t("readerPanels.endStreak", { n: streak })}
        </li>
      )}
    </ul>
  );
}

/** Shares a picture of the book where the browser can, else downloads it. */
async function shareBook(book: BookDetail): Promise<void> {
  const { drawBookCard, sharePicture } = await import("#client/features/reading-activity/share-card.ts");
  const picture = await drawBookCard({
    title: book.title,
    author: book.author,
    coverUrl: getMediaUrl(book.coverImageUrl, "cover", book.id),
    line: t("readerPanels.endFinishedOn", { day: formatCalendarDay(new Date()) }),
    productName: getProductName(),
    isRightToLeft: book.direction === "rtl",
  });
  await sharePicture(picture, {
    fileName: "book.png",
    title: book.title,
    url: `${location.origin}/book/${book.id}`,
  });
}

/** The next book of the series, or similar ones. */
export function NextBooks({ book }: { readonly book: BookDetail }) {
  const next = book.series?.next ?? null;
  const similar = useQuery({
    ...query(booksContract.listSimilar, { params: { bookId: book.id }, query: { limit: shownSimilar } }),
    enabled: next === null,
  });
  const nextBook = book.series?.books.find((each) => each.book.id === next?.id)?.book;
  if (next) {
    return (
      <div className="flex flex-col gap-2">
        <p className="text-small">{t("readerPanels.endNextInSeries")}</p>
        {nextBook && <Cover book={nextBook} sizes="96px" className="mx-auto w-24" />}
        <ButtonLink tone="secondary" to={`/book/${next.id}`}>
          <bdi>{next.title}</bdi>
        </ButtonLink>
      </div>
    );
  }
  if (!similar.data?.length) return null;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small">{t("readerPanels.endSimilar")}</p>
      <ul className="grid grid-cols-3 gap-3">
        {similar.data.slice(0, shownSimilar).map((each) => (
          <li key={each.id}>
            <Link to={`/book/${each.id}`} aria-label={each.title}>
              <Cover book={each} sizes="112px" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
