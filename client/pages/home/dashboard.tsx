import { clsx } from "clsx";
import { Suspense } from "react";
import type { User } from "#shared/accounts/user.ts";
import { BookShelf } from "#client/features/books/lists/book-shelf.tsx";
import { GenreGrid } from "#client/features/books/lists/genre-grid.tsx";
import { ChallengesAtHome } from "#client/features/challenges/challenges-section.tsx";
import { ContinueCard } from "#client/features/library/continue-card.tsx";
import { CurrentlyReading } from "#client/features/library/currently-reading.tsx";
import { ReadingStats } from "#client/features/library/reading-stats.tsx";
import { lazyPart } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { useHashTarget } from "#client/lib/hooks/use-hash-target.ts";
import { loadWords, say } from "#client/lib/i18n/i18n.ts";
import { hasPrayerPlace } from "#client/lib/prayer-location-key.ts";
import { browseAddress } from "#client/lib/urls/browse-url.ts";
import { ContinueButton } from "#client/pages/book/continue-button.tsx";
import { EmptyFace } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Lattice } from "#client/ui/geometric-pattern.tsx";
import { Section } from "#client/ui/section.tsx";

/** A signed-in reader's home. */
export function Dashboard({ user }: { readonly user: User }) {
  usePageTitle("");
  return (
    <>
      {/* On a phone what most come for is the first thing there; on a wide window it stands in the row below. */}
      <div className="mb-8 md:hidden">
        <Section title={say("home.continueTitle")}>
          <ContinueCard continueWith={(entry) => <ContinueButton isWide entry={entry} />} />
        </Section>
      </div>
      <Welcome user={user} />
      <PrayerSection />
      <Section title={say("home.currentlyReading")} more={{ to: "/library", label: say("common.viewAll") }}>
        <CurrentlyReading continueWith={(entry) => <ContinueButton entry={entry} />} />
      </Section>
      <div className="mt-10 grid gap-x-8 gap-y-10 *:mt-0! *:min-w-0 lg:grid-cols-[1fr_2.4fr]">
        <Section title={say("home.readingStats")} more={{ to: "/library", label: say("common.viewAll") }}>
          <ReadingStats />
        </Section>
        <Section
          title={say("home.readingChallenges")}
          more={{ to: "/challenges/champions", label: say("home.viewChampions") }}
        >
          <ChallengesAtHome />
        </Section>
      </div>
      <NewReleases />
      <Section title={say("home.exploreByGenre")} more={{ to: "/genres", label: say("home.viewAllGenres") }}>
        <GenreGrid empty={<EmptyFace title={say("home.noGenres")} />} />
      </Section>
      <Recommended />
    </>
  );
}

const PrayerPart = lazyPart(async () => {
  const [{ PrayerPart: Part }] = await Promise.all([
    import("./prayer-section.tsx"),
    loadWords("prayer", "call"),
  ]);
  return Part;
});

/** Named in the address as `#prayer`. */
function PrayerSection() {
  useHashTarget();
  return (
    <div id="prayer" className="mt-10">
      <Section title={say("home.prayer")} more={{ to: "/athan-demo", label: say("common.viewAll") }}>
        <Suspense
          fallback={
            <Skeleton className={clsx("rounded-card", hasPrayerPlace() ? "h-61 sm:h-49" : "h-40 sm:h-25")} />
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
          {user.firstName ? say("home.welcomeBackName", { name: user.firstName }) : say("home.welcomeBack")}
        </h1>
        <p className="mt-1 text-muted">{say("home.welcomeHint")}</p>
      </div>
    </div>
  );
}

/** The newest six books. */
function NewReleases() {
  return (
    <Section
      title={say("home.newReleases")}
      more={{ to: browseAddress({ sortBy: "createdAt", sortOrder: "desc" }), label: say("common.viewAll") }}
    >
      <BookShelf
        of="listLatest"
        errorTitle={say("home.failedLatest")}
        empty={<EmptyFace title={say("home.noNewBooks")} />}
      />
    </Section>
  );
}

/** The six best rated books. */
function Recommended() {
  return (
    <Section
      title={say("home.recommended")}
      more={{
        to: browseAddress({ sortBy: "averageRating", sortOrder: "desc" }),
        label: say("common.viewAll"),
      }}
    >
      <BookShelf
        of="listTopRated"
        errorTitle={say("home.failedTopRated")}
        empty={<EmptyFace title={say("home.noneRecommended")} />}
      />
    </Section>
  );
}
