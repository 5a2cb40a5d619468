import { useQuery } from "@tanstack/react-query";
import { type PublicProfile, profilesContract } from "#shared/profiles/contract.ts";
import { query } from "#client/lib/api.ts";
import { count, duration } from "#client/lib/format.ts";
import { genreName } from "#client/lib/genre-name.ts";
import { say } from "#client/lib/words.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { Faces } from "#client/ui/faces.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

interface SeenByOthersProps {
  readonly username: string;
  readonly onClose: () => void;
}

/** A profile as the server gives it to others. */
export function SeenByOthers({ username, onClose }: SeenByOthersProps) {
  const profile = useQuery({
    ...query(profilesContract.getProfile, { params: { username } }),
    refetchOnMount: "always",
  });
  return (
    <Dialog title={say("profiles.seen")} isOpen onClose={onClose}>
      <Faces of={profile} loading={<Skeleton className="h-40 rounded-card" />}>
        {(seen) => <Seen profile={seen} />}
      </Faces>
    </Dialog>
  );
}

function Seen({ profile }: { readonly profile: PublicProfile }) {
  const { name, username, profileImageUrl, bio } = profile;
  const lines = linesOf(profile);
  if (bio === null && lines.length === 0) return <p className="text-muted">{say("profiles.nothing")}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar imageUrl={profileImageUrl} name={name} className="size-16 text-h3" />
        <div className="min-w-0">
          <p className="font-semibold font-title text-h3">
            <bdi>{name}</bdi>
          </p>
          <p className="text-muted">
            <bdi>@{username}</bdi>
          </p>
        </div>
      </div>
      {bio && (
        <p dir="auto" className="whitespace-pre-line">
          {bio}
        </p>
      )}
      <dl className="flex flex-col gap-2">
        {lines.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function linesOf({ finished, time, streak, genres }: PublicProfile): (readonly [string, string])[] {
  return [
    ...(finished ? [[say("profiles.line_finished"), count(finished.total)] as const] : []),
    ...(time ? [[say("profiles.line_time"), duration(time.seconds)] as const] : []),
    ...(streak ? [[say("profiles.line_streak"), count(streak.current)] as const] : []),
    ...(genres?.length ? [[say("profiles.line_genres"), genres.map(genreName).join(", ")] as const] : []),
  ];
}
