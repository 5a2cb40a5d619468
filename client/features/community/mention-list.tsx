import { useQuery } from "@tanstack/react-query";
import type { CommunityId } from "#shared/community/community.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";

interface MentionListProps {
  readonly communityId: CommunityId;
  /** The beginning of a name. */
  readonly prefix: string;
  readonly onChoose: (username: string) => void;
}

/** Members of the community whose name begins so. */
export function MentionList({ communityId, prefix, onChoose }: MentionListProps) {
  const members = useQuery(
    query(peopleContract.searchPeople, { query: { search: prefix, communityId, limit: 5 } }),
  );
  if (!members.data || members.data.length === 0) return null;
  return (
    <ul
      aria-label={t("community.mention")}
      className="mt-1 rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {members.data.map(({ id, username, name, profileImageUrl }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(username)}
            className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-primary/10"
          >
            <Avatar imageUrl={profileImageUrl} name={name} className="size-8" />
            <bdi className="font-medium">{name}</bdi>
            <bdi className="text-muted text-small">@{username}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
