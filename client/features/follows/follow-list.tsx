import { useQuery } from "@tanstack/react-query";
import type { Follow, FollowKind } from "#shared/follows/contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { query } from "#client/lib/api/query.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { FollowButton } from "./follow-button.tsx";

const kindTexts = {
  contributor: "follows.contributor",
  series: "follows.series",
  genre: "follows.genre",
  community: "follows.community",
  shelf: "follows.shelf",
} as const satisfies Record<FollowKind, MessageKey>;

/** The reader's follows; nothing when there are none. */
export function FollowList() {
  const follows = useQuery(query(followsContract.listFollows, {}));
  if (!follows.data || follows.data.length === 0) return null;
  return (
    <Card className="mt-6">
      <h2 className="mb-2 font-semibold">{t("follows.title")}</h2>
      <ul className="flex flex-col divide-y divide-line">
        {follows.data.map((follow) => (
          <li key={`${follow.kind} ${follow.id}`} className="flex min-h-14 items-center gap-3 py-2">
            <p className="min-w-0 flex-1">
              <FollowName follow={follow} />
              <span className="block text-muted text-small">{t(kindTexts[follow.kind])}</span>
            </p>
            <FollowButton kind={follow.kind} id={follow.id} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FollowName({ follow: { kind, id, name } }: { readonly follow: Follow }) {
  const displayName = <bdi>{kind === "genre" ? getGenreName(name) : name}</bdi>;
  if (kind === "contributor") return <TextLink to={`/author/${id}`}>{displayName}</TextLink>;
  if (kind === "community") return <TextLink to={`/community/${id}`}>{displayName}</TextLink>;
  if (kind === "shelf") return <TextLink to={`/shelves/${id}`}>{displayName}</TextLink>;
  if (kind === "genre") return <TextLink to={`/genre/${encodeURIComponent(name)}`}>{displayName}</TextLink>;
  return displayName;
}
