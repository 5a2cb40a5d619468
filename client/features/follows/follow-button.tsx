import { useQuery } from "@tanstack/react-query";
import { BellPlus, BellRing } from "lucide-react";
import { useLocation, useNavigate } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import { type FollowKind, followsContract } from "#shared/follows/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

const { listFollows, updateFollow } = followsContract;

interface FollowButtonProps {
  readonly kind: FollowKind;
  readonly id: string;
}

/** Follows an author, a series, a genre or a community; guests sign in first. */
export function FollowButton({ kind, id }: FollowButtonProps) {
  const isReader = useUser() !== null;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const follows = useQuery({ ...query(listFollows, {}), enabled: isReader });
  const updateMutation = useContractMutation(updateFollow);
  if (isReader && !follows.data) return null;
  const isFollowing = follows.data?.some((follow) => follow.kind === kind && follow.id === id) ?? false;
  const toggle = () => {
    if (isReader) updateMutation.mutate({ params: { kind, id }, body: { isFollowing: !isFollowing } });
    else void navigate(getSignInPath(pathname));
  };
  return (
    <Button
      tone="secondary"
      size="small"
      aria-pressed={isFollowing}
      isPending={updateMutation.isPending}
      icon={isFollowing ? <BellRing aria-hidden /> : <BellPlus aria-hidden />}
      onClick={toggle}
    >
      {t(isFollowing ? "follows.following" : "follows.follow")}
    </Button>
  );
}
