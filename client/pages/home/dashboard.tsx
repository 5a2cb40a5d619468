import { clsx } from "clsx";
import { Suspense } from "react";
import type { User } from "#shared/accounts/user.ts";
import { BookShelf } from "#client/features/books/lists/book-shelf.tsx";
import { GenreGrid } from "#client/features/books/lists/genre-grid.tsx";
import { ChallengesSection } from "#client/features/challenges/challenges-section.tsx";
import { ContinueCard } from "#client/features/library/continue-card.tsx";
import { CurrentlyReading } from "#client/features/library/currently-reading.tsx";
import { ReadingStats } from "#client/features/library/reading-stats.tsx";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useHashTarget } from "#client/lib/hooks/use-hash-target.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { hasPrayerLocation } from "#client/lib/prayer-location-key.ts";
import { browseUrl } from "#client/lib/urls/browse-url.ts";
import { ContinueButton } from "#client/pages/book/continue-button.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Lattice } from "#client/ui/geometric-pattern.tsx";
import { Section } from "#client/ui/section.tsx";

export function Dashboard({ user }: { readonly user: User }) {
  usePageTitle("");
  return (
    <>
      <div className="mb-8 md:hidden">
        <Section title={t("home.continueTitle")}>
          <ContinueCard continueWith={(entry) => <ContinueButton isWide entry={entry} />} />
        </Section>
      </div>
      <Welcome user={user} />
      <PrayerSection />
      <Section title={t("home.currentlyReading")} more={{ to: "/library", label: t("common.viewAll") }}>
        <CurrentlyReading continueWith={(entry) => <ContinueButton entry={entry} />} />
      </Section>
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
      <NewReleases />
      <Section title={t("home.exploreByGenre")} more={{ to: "/genres", label: t("home.viewAllGenres") }}>
        <GenreGrid empty={<EmptyState title={t("home.noGenres")} />} />
      </Section>
      <Recommended />
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
    <div id="prayer" className="mt-10">
      <Section title={t("home.prayer")} more={{ to: "/athan-demo", label: t("common.viewAll") }}>
        <Suspense
          fallback={
            <Skeleton
              className={clsx("rounded-card", hasPrayerLocation() ? "h-61 sm:h-49" : "h-40 sm:h-25")}
            />
          }
        >
          <PrayerPart />
        </Suspense>
      </Section>
    </div>
  );
}

function Welcome({ user }: { readonly user: User }) {
  return (
    <div className="relative overflow-hidden rounded-card border border-line bg-surface px-5 py-8 sm:px-8">
      <Lattice />
      <div className="relative">
        <h1 dir="auto" className="font-semibold font-title text-h2 lg:text-h1">
          {user.firstName ? t("home.welcomeBackName", { name: user.firstName }) : t("home.welcomeBack")}
        </h1>
        <p className="mt-1 text-muted">{t("home.welcomeHint")}</p>
      </div>
    </div>
  );
}

function NewReleases() {
  return (
    <Section
      title={t("home.newReleases")}
      more={{ to: browseUrl({ sortBy: "createdAt", sortOrder: "desc" }), label: t("common.viewAll") }}
    >
      <BookShelf
        of="listLatest"
        errorTitle={t("home.failedLatest")}
        empty={<EmptyState title={t("home.noNewBooks")} />}
      />
    </Section>
  );
}

function Recommended() {
  return (
    <Section
      title={t("home.recommended")}
      more={{
        to: browseUrl({ sortBy: "averageRating", sortOrder: "desc" }),
        label: t("common.viewAll"),
      }}
    >
      <BookShelf
        of="listTopRated"
        errorTitle={t("home.failedTopRated")}
        empty={<EmptyState title={t("home.noneRecommended")} />}
      />
    </Section>
  );
}
