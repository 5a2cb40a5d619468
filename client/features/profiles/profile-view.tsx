import { Trophy } from "lucide-react";
import { localizeText } from "#shared/api/language.ts";
import type { PublicProfile } from "#shared/profiles/contract.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { formatCalendarDay, formatCount, formatDuration, formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";
import { Avatar } from "#client/ui/avatar.tsx";

interface ProfileViewProps {
  readonly profile: PublicProfile;
  /** The name is the page title. */
  readonly isPage?: boolean;
}

/** A reader's public profile. */
export function ProfileView({ profile, isPage = false }: ProfileViewProps) {
  const { name, username, profileImageUrl, bio, challenges } = profile;
  const lines = getLines(profile);
  const Name = isPage ? "h1" : "p";
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar imageUrl={profileImageUrl} name={name} className="size-16 text-h3" />
        <div className="min-w-0">
          <Name className="break-words font-semibold font-title text-h3">
            <bdi>{name}</bdi>
          </Name>
          <p className="truncate text-muted">
            <bdi>@{username}</bdi>
          </p>
        </div>
      </div>
      {bio && (
        <p dir="auto" className="whitespace-pre-line break-words">
          {bio}
        </p>
      )}
      {lines.length > 0 && (
        <dl className="flex flex-col gap-2">
          {lines.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="text-end font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {challenges && challenges.length > 0 && (
        <section aria-label={t("profiles.item_challenges")}>
          <h2 className="mb-2 text-muted">{t("profiles.item_challenges")}</h2>
          <ul className="flex flex-wrap gap-2">
            {challenges.map(({ title, titleArabic, completedAt }) => (
              <li
                key={`${title} ${completedAt.getTime()}`}
                className="flex items-center gap-2 rounded-full border border-line px-3 py-1.5 text-small"
              >
                <Trophy aria-hidden className="size-4 text-accent" />
                <bdi className="font-medium">{localizeText(getPageLanguage(), title, titleArabic)}</bdi>
                <span className="text-muted">{formatCalendarDay(completedAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export const isProfileEmpty = (profile: PublicProfile): boolean =>
  profile.bio === null && getLines(profile).length === 0 && !profile.challenges?.length;

function getLines({ finished, time, streak, genres }: PublicProfile): (readonly [string, string])[] {
  return [
    ...(finished ? [[t("profiles.item_finished"), formatCount(finished.total)] as const] : []),
    ...(time ? [[t("profiles.item_time"), formatDuration(time.seconds)] as const] : []),
    ...(streak ? [[t("profiles.item_streak"), formatCount(streak.current)] as const] : []),
    ...(genres?.length ? [[t("profiles.item_genres"), formatItems(genres.map(getGenreName))] as const] : []),
  ];
}
