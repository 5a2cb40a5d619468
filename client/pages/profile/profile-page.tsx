import { Settings } from "lucide-react";
import { Link, useSearchParams } from "react-router-dom";
import { Goals } from "#client/features/goals/goals.tsx";
import { statuses, statusTexts } from "#client/features/library/status.ts";
import { useLibraryCounts } from "#client/features/library/use-library.ts";
import { Friends } from "#client/features/people/people-lists.tsx";
import { ProfileVisibility } from "#client/features/profiles/profile-visibility.tsx";
import { ReadingStatsPanel, YearPanel } from "#client/features/reading-activity/reading-stats-panel.tsx";
import { Sessions } from "#client/features/reading-activity/sessions.tsx";
import { ShelfImport } from "#client/features/shelf-import/shelf-import.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { Section } from "#client/ui/section.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { usePrayerPartNames } from "./use-prayer-part-names.ts";

const parts = ["statistics", "year", "journal", "privacy"] as const;
type Part = (typeof parts)[number];

/** `/profile`: the user's own profile; `?part=` selects a tab. */
export function ProfilePage() {
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const part = parts.find((known) => known === params.get("part")) ?? "statistics";
  usePageTitle(t("profile.title"));
  if (!user) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
  return (
    <div className="max-w-3xl">
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
          {t("profile.edit")}
        </ButtonLink>
      </Card>
      <div className="mt-8">
        <Tabs
          isPageWide
          label={t("profile.title")}
          tabs={parts.map((value) => ({ value, label: t(`profile.${value}`) }))}
          value={part}
          onChange={(selected) => setParams({ part: selected }, { replace: true })}
        >
          <ProfilePart part={part} />
        </Tabs>
      </div>
    </div>
  );
}

function ProfilePart({ part }: { readonly part: Part }) {
  const partNames = usePrayerPartNames();
  if (part === "year") return <YearPanel />;
  if (part === "privacy") return <ProfileVisibility />;
  if (part === "journal") {
    return (
      <>
        <Sessions />
        <ShelfImport />
      </>
    );
  }
  return (
    <>
      <Section title={t("profile.library")} more={{ to: "/library", label: t("common.viewAll") }}>
        <LibraryStats />
      </Section>
      <Goals partNames={partNames} />
      <ReadingStatsPanel />
      <Friends />
    </>
  );
}

function LibraryStats() {
  const counts = useLibraryCounts();
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {statuses.map((status) => (
        <li key={status}>
          <Link
            to={`/library?status=${status}`}
            className="flex h-full flex-col gap-1 rounded-card border border-line bg-surface p-4 transition-colors hover:border-primary"
          >
            <span className="font-semibold font-title text-h2 tabular-nums">
              {counts ? formatCount(counts.byStatus[status] ?? 0) : <Skeleton className="h-9 w-10" />}
            </span>
            <span className="text-muted text-small">{t(statusTexts[status])}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
