import { useQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { libraryContract } from "#shared/library/contract.ts";
import { Goals } from "#client/features/goals/goals.tsx";
import { statuses, statusTexts } from "#client/features/library/status.ts";
import { FriendRequests, Friends } from "#client/features/people/people-lists.tsx";
import { hasPrayerLocation } from "#client/features/prayer/location/has-location.ts";
import { ProfileVisibility } from "#client/features/profiles/profile-visibility.tsx";
import { ReadingStatsPanel, YearPanel } from "#client/features/reading-activity/reading-stats-panel.tsx";
import { Sessions } from "#client/features/reading-activity/sessions.tsx";
import { ShelfImport } from "#client/features/shelf-import/shelf-import.tsx";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { Tabs } from "#client/ui/tabs.tsx";

const parts = ["statistics", "year", "journal", "privacy"] as const;
type Part = (typeof parts)[number];

/** `/profile`: the user's own profile; `?part=` selects a tab. */
export function ProfilePage() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const part = parts.find((known) => known === params.get("part")) ?? "statistics";
  usePageTitle(t("profiles.ownTitle"));
  if (!user) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
  return (
    <>
      <Card className="flex flex-col items-center gap-4 text-center sm:flex-row sm:text-start">
        <Avatar imageUrl={user.profileImageUrl} name={name} className="size-24 text-h2" />
        <div className="w-full min-w-0 flex-1">
          <h1 dir="auto" className="font-semibold font-title text-h2">
            {name}
          </h1>
          <p className="truncate text-muted">
            <bdi>@{user.username}</bdi> · <bdi>{user.email}</bdi>
          </p>
          {user.bio && (
            <p dir="auto" className="mt-3 whitespace-pre-line">
              {user.bio}
            </p>
          )}
        </div>
        <ButtonLink tone="secondary" to="/settings" icon={<Settings aria-hidden />} className="self-center">
          {t("profiles.edit")}
        </ButtonLink>
      </Card>
      <div className="mt-8">
        <Tabs
          isPageWide
          label={t("profiles.ownTitle")}
          tabs={parts.map((value) => ({ value, label: t(`profiles.${value}`) }))}
          value={part}
          onChange={(selected) => setParams({ part: selected }, { replace: true })}
        >
          <ProfilePart part={part} />
        </Tabs>
      </div>
    </>
  );
}

function ProfilePart({ part }: { readonly part: Part }) {
  const partNames = usePrayerPartNames();
  if (part === "year") return <YearPanel />;
  if (part === "privacy") return <ProfileVisibility />;
  if (part === "journal") {
    return (
      <div className="grid items-start gap-8 *:mt-0 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Sessions />
        <ShelfImport />
      </div>
    );
  }
  return (
    <div className="grid gap-x-10 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        {/* The notification of a request leads here. */}
        <FriendRequests />
        <Section title={t("profiles.library")} more={{ to: "/library", label: t("common.viewAll") }}>
          <LibraryStats />
        </Section>
      </div>
      <div className="max-lg:mt-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Goals partNames={partNames} />
        <ReadingStatsPanel />
      </div>
      <div className="mt-10 lg:col-start-2">
        <Friends />
      </div>
    </div>
  );
}

function LibraryStats() {
  const counts = useQuery(query(libraryContract.getLibraryCounts, {}));
  return (
    <QueryState
      query={counts}
      loading={<Skeleton className="h-56 rounded-card" />}
      errorTitle={t("library.failed")}
    >
      {({ byStatus }) => (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {statuses.map((status) => (
            <li key={status}>
              <Link
                to={`/library?status=${status}`}
                className="flex min-h-11 items-center justify-between gap-4 px-4 transition-colors hover:text-primary"
              >
                {t(statusTexts[status])}
                <span className="font-semibold tabular-nums">{formatCount(byStatus[status])}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}

/** Null without a location. */
function usePrayerPartNames(): readonly string[] | null {
  const language = useLanguage();
  const [names, setNames] = useState<readonly string[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language.
  useEffect(() => {
    if (!hasPrayerLocation()) return;
    let isMounted = true;
    void Promise.all([
      import("#client/features/prayer/times/prayer-parts.ts"),
      loadMessages("prayer", "prayerAlert"),
    ]).then(
      ([{ getPrayerParts }]) => isMounted && setNames(getPrayerParts()),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [language]);
  return names;
}
