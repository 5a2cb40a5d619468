import { Lock, MessagesSquare, Users } from "lucide-react";
import { Link } from "react-router-dom";
import type { Community } from "#shared/community/community.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";

interface CommunityTileProps {
  readonly community: Community;
  /** The query string of its URL, such as a passage to discuss. */
  readonly search?: string;
}

export function CommunityTile({ community, search = "" }: CommunityTileProps) {
  const { id, name, about, genre, visibility, memberCount, discussionCount, membership } = community;
  return (
    <Card className="relative flex h-full flex-col gap-3 transition-colors hover:border-primary">
      <h3 dir="auto" className="font-semibold font-title text-lead">
        <Link to={`/community/${id}${search}`} className="text-ink no-underline after:absolute after:inset-0">
          {name}
        </Link>
      </h3>
      {about && (
        <p dir="auto" className="line-clamp-3 text-muted text-small">
          {about}
        </p>
      )}
      <ul className="mt-auto flex flex-wrap gap-x-4 gap-y-1 text-muted text-small [&_svg]:size-4">
        <li className="inline-flex items-center gap-1.5">
          <Users aria-hidden />
          {t("community.members", { n: memberCount })}
        </li>
        <li className="inline-flex items-center gap-1.5">
          <MessagesSquare aria-hidden />
          {t("community.discussionCount", { n: discussionCount })}
        </li>
        {genre && <li>{getGenreName(genre)}</li>}
        {visibility === "request" && (
          <li className="inline-flex items-center gap-1.5">
            <Lock aria-hidden />
            {t("community.byRequest")}
          </li>
        )}
        {membership?.state === "pending" && <li className="text-ink">{t("community.pending")}</li>}
      </ul>
    </Card>
  );
}

export function CommunityTileSkeleton() {
  return <Skeleton className="h-40 rounded-card" />;
}
