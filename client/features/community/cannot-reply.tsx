import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { DiscussionReply } from "#shared/community/discussion.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

interface CannotReplyProps {
  readonly communityId: CommunityId;
  readonly isLocked: boolean;
  readonly permissions: DiscussionReply["permissions"];
}

/** Why the viewer cannot reply, with what they can do about it; nothing for those who can. */
export function CannotReply({ communityId, isLocked, permissions }: CannotReplyProps) {
  const { pathname, search } = useLocation();
  const isReader = useUser() !== null;
  const joinMutation = useContractMutation(communityContract.joinCommunity);
  const text = describeObstacle(isLocked, permissions);
  if (!text) return null;
  if (!isLocked && !isReader) {
    return (
      <p className="mt-4">
        <TextLink to={getSignInPath(pathname + search)} className="inline-flex min-h-11 items-center">
          {t("community.signInToReply")}
        </TextLink>
      </p>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p className="text-muted">{text}</p>
      {!isLocked && permissions.obstacle === "not_member" && (
        <Button
          size="small"
          isPending={joinMutation.isPending}
          onClick={() => joinMutation.mutate({ params: { communityId }, body: {} })}
        >
          {t("community.join")}
        </Button>
      )}
    </div>
  );
}

function describeObstacle(
  isLocked: boolean,
  { obstacle, mutedUntil, canPost, canModerate }: DiscussionReply["permissions"],
): string | null {
  if (isLocked) return canPost && canModerate ? null : t("community.cannotReply-locked");
  if (!obstacle) return null;
  if (mutedUntil) return t("community.cannotReply-muted", { until: formatCalendarDay(mutedUntil) });
  return t(`community.cannotReply-${obstacle === "muted" ? "blocked" : obstacle}`);
}
