import { Settings } from "lucide-react";
import { Link } from "react-router-dom";
import { Goals } from "#client/features/goals/goals.tsx";
import { Imports } from "#client/features/imports/imports.tsx";
import { TimeWithBooks } from "#client/features/ledger/time-with-books.tsx";
import { statuses, statusTexts } from "#client/features/library/status.ts";
import { useLibraryCounts } from "#client/features/library/use-library.ts";
import { ProfileLines } from "#client/features/profiles/profile-lines.tsx";
import { count } from "#client/lib/format.ts";
import { usePageTitle } from "#client/lib/page-title.ts";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { ButtonLink } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { Section } from "#client/ui/section.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { usePartNames } from "./use-part-names.ts";

/** `/profile`: the reader as they see themselves. */
export function ProfilePage() {
  const user = useUser();
  const partNames = usePartNames();
  usePageTitle(say("profile.title"));
  if (!user) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
  return (
    <div className="mx-auto max-w-3xl">
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
          {say("profile.edit")}
        </ButtonLink>
      </Card>
      <div className="mt-10">
        <Section title={say("profile.library")} more={{ to: "/library", label: say("common.viewAll") }}>
          <LibraryFigures />
        </Section>
        <Goals partNames={partNames} />
        <TimeWithBooks>
          <Imports />
          <ProfileLines />
        </TimeWithBooks>
      </div>
    </div>
  );
}

function LibraryFigures() {
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
              {counts ? count(counts.byStatus[status] ?? 0) : <Skeleton className="h-9 w-10" />}
            </span>
            <span className="text-muted text-small">{say(statusTexts[status])}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
