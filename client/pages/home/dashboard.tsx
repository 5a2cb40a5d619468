import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useLocation } from "react-router-dom";
import type { User } from "#shared/accounts/user.ts";
import type { Book, BookId } from "#shared/books/book.ts";
import { booksToChooseFrom, createBookListQuery } from "#client/features/books/lists/book-list-query.ts";
import { BookShelf, chooseBooks } from "#client/features/books/lists/book-shelf.tsx";
import { GenreGrid } from "#client/features/books/lists/genre-grid.tsx";
import { getBrowseUrl } from "#client/features/books/search/browse-url.ts";
import { ChallengesSection } from "#client/features/challenges/challenges-section.tsx";
import { CurrentlyReading } from "#client/features/library/currently-reading.tsx";
import { ReadingStats } from "#client/features/library/reading-stats.tsx";
import {
  useBooksToContinue,
  useInitialEntries,
  useLibraryCounts,
} from "#client/features/library/use-library.ts";
import { retryWhileOffline, useOnline } from "#client/lib/api/connection.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useHashTarget } from "#client/lib/hooks/use-hash-target.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { ContinueButton } from "#client/pages/book/continue-button.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Lattice } from "#client/ui/geometric-pattern.tsx";
import { Section } from "#client/ui/section.tsx";
import { StarterBooks, useStarterBooks } from "./starter-books.tsx";

export function Dashboard({ user }: { readonly user: User }) {
  usePageTitle(useLocation().pathname === "/" ? "" : t("shell.home"));
  const { data, isPaused, refetch } = useBooksToContinue();
  const isOnline = useOnline();
  // One message instead of one in each section. After a reload, calls fail and are not paused.
  const isOffline = data === undefined && (isPaused || !isOnline);
  const retry = () => (isPaused ? retryWhileOffline() : void refetch());
  return (
    <>
      <Welcome user={user}>
        {isOffline ? <ErrorState title={t("home.offline")} error={null} onRetry={retry} /> : <FirstBooks />}
      </Welcome>
      <PrayerSection />
      {!isOffline && <Sections />}
    </>
  );
}

function Sections() {
  return (
    <>
      <NewReleases />
      <div className="mt-10 grid gap-x-8 gap-y-10 *:mt-0! *:min-w-0 lg:grid-cols-[1fr_2.4fr]">
        <Section title={t("home.readingStats")} more={{ to: "/library", label: t("common.viewAll") }}>
          <ReadingStats />
        </Section>
        <Section
          title={t("home.readingChallenges")}
          more={{ to: "/challenges/champions", label: t("home.viewChampions") }}
        >
          <ChallengesSection />
        </Section>
      </div>
      <Recommended />
      <Section title={t("home.exploreByGenre")} more={{ to: "/genres", label: t("home.viewAllGenres") }}>
        <GenreGrid empty={<EmptyState title={t("home.noGenres")} />} />
      </Section>
    </>
  );
}

const PrayerPart = lazyComponent(async () => {
  const [{ PrayerSection: Part }] = await Promise.all([
    import("./prayer-section.tsx"),
    loadMessages("prayer", "prayerAlert"),
  ]);
  return Part;
});

/** The target of `#prayer`. */
function PrayerSection() {
  useHashTarget();
  return (
    <section id="prayer" aria-label={t("home.prayer")} className="mt-4">
      <Suspense fallback={<Skeleton className="h-17 rounded-card" />}>
        <PrayerPart />
      </Suspense>
    </section>
  );
}

/** The greeting. */
function Welcome({ user, children }: { readonly user: User; readonly children: ReactNode }) {
  const total = useLibraryCounts()?.total;
  const [text, textWithName] =
    total === 0
      ? (["home.welcome", "home.welcomeName"] as const)
      : (["home.welcomeBack", "home.welcomeBackName"] as const);
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface p-4 sm:p-6">
      <Lattice />
      <div className="relative">
        <h1 dir="auto" className="mb-3 truncate font-semibold font-title text-h3">
          {user.firstName ? t(textWithName, { name: user.firstName }) : t(text)}
        </h1>
        {children}
      </div>
    </div>
  );
}

/** The books to continue, and starter books for new readers. */
function FirstBooks() {
  const hasNoBooks = useLibraryCounts()?.total === 0;
  return (
    <>
      <Section title={t("home.currentlyReading")} more={{ to: "/library", label: t("common.viewAll") }}>
        <CurrentlyReading
          renderContinueButton={(entry, isFirst) => <ContinueButton entry={entry} isMain={isFirst} />}
        />
      </Section>
      {hasNoBooks && <StarterBooks />}
    </>
  );
}

interface LatestBooks {
  readonly books: readonly Book[];
  /** The books under “Currently Reading”; undefined when none of them is among the latest. */
  readonly hidden: ReadonlySet<BookId> | undefined;
}

/** Asks for more books only when one of the latest is shown under “Currently Reading”. */
function useLatestBooks(): LatestBooks {
  const entries = useBooksToContinue().data ?? [];
  const reading = new Set(entries.map(({ book }) => book.id));
  const latest = useQuery(createBookListQuery("listLatest")).data ?? [];
  const isRepeated = latest.some(({ id }) => reading.has(id));
  const more = useQuery({ ...createBookListQuery("listLatest", booksToChooseFrom), enabled: isRepeated });
  if (!isRepeated) return { books: latest, hidden: undefined };
  return { books: chooseBooks(more.data ?? latest, reading), hidden: reading };
}

function NewReleases() {
  const { hidden } = useLatestBooks();
  return (
    <Section
      title={t("home.newReleases")}
      more={{ to: getBrowseUrl({ sortBy: "createdAt", sortOrder: "desc" }), label: t("common.viewAll") }}
    >
      <BookShelf
        list="listLatest"
        hidden={hidden}
        errorTitle={t("home.failedLatest")}
        empty={<EmptyState title={t("home.noNewBooks")} />}
      />
    </Section>
  );
}

/** Without the books that the page shows elsewhere or that the user has finished or is reading. */
function Recommended() {
  const latest = useLatestBooks().books;
  const finished = useInitialEntries("finished", maxEntriesHidden).data ?? [];
  const reading = useInitialEntries("currently-reading", maxEntriesHidden).data ?? [];
  const starters = useStarterBooks();
  const hasNoBooks = useLibraryCounts()?.total === 0;
  const ownBooks = [...finished, ...reading].map(({ book }) => book);
  const hidden = new Set([...latest, ...ownBooks, ...(hasNoBooks ? starters : [])].map(({ id }) => id));
  return (
    <Section
      title={t("home.recommended")}
      more={{
        to: getBrowseUrl({ sortBy: "averageRating", sortOrder: "desc" }),
        label: t("common.viewAll"),
      }}
    >
      <BookShelf
        list="listTopRated"
        hidden={hidden}
        errorTitle={t("home.failedTopRated")}
        empty={<EmptyState title={t("home.noneRecommended")} />}
      />
    </Section>
  );
}

const maxEntriesHidden = 50;
