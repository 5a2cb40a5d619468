import { useQuery } from "@tanstack/react-query";
import { Ellipsis, MessageCircle, UserCheck, UserPlus } from "lucide-react";
import type { UserId } from "#shared/accounts/user.ts";
import { peopleContract, type Relation } from "#shared/people/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";

const { getRelation, requestFriend, removeFriend, updateRelation } = peopleContract;

const friendTexts = {
  none: "people.addFriend",
  requested: "people.requested",
  received: "people.acceptFriend",
  friends: "people.friends",
} as const satisfies Record<Relation["friend"], MessageKey>;

interface RelationButtonsProps {
  readonly userId: UserId;
  readonly username: string;
  readonly onReport: () => void;
}

/** Friend, message and more, on another reader's profile. */
export function RelationButtons({ userId, username, onReport }: RelationButtonsProps) {
  const params = { userId };
  const relation = useQuery(query(getRelation, { params }));
  const requestMutation = useContractMutation(requestFriend);
  const removeMutation = useContractMutation(removeFriend);
  const updateMutation = useContractMutation(updateRelation);
  if (!relation.data) return null;
  const { friend, isFollowing, isBlocked, isMuted } = relation.data;
  const change = (body: Partial<Omit<Relation, "friend">>) => updateMutation.mutate({ params, body });
  if (isBlocked) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-muted text-small">{t("people.isBlocked")}</p>
        <Button tone="secondary" size="small" onClick={() => change({ isBlocked: false })}>
          {t("people.unblock")}
        </Button>
      </div>
    );
  }
  const canRequest = friend === "none" || friend === "received";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        tone={canRequest ? "primary" : "secondary"}
        size="small"
        isPending={requestMutation.isPending || removeMutation.isPending}
        icon={friend === "friends" ? <UserCheck aria-hidden /> : <UserPlus aria-hidden />}
        onClick={() => (canRequest ? requestMutation : removeMutation).mutate({ params })}
      >
        {t(friendTexts[friend])}
      </Button>
      <ButtonLink
        to={`/messages?to=${encodeURIComponent(username)}`}
        tone="secondary"
        size="small"
        icon={<MessageCircle aria-hidden />}
      >
        {t("people.write")}
      </ButtonLink>
      <Menu
        label={t("people.more")}
        groups={[
          [
            ...(friend === "received"
              ? [{ label: t("people.declineFriend"), onSelect: () => removeMutation.mutate({ params }) }]
              : []),
            {
              label: t("people.follow"),
              isSelected: isFollowing,
              onSelect: () => change({ isFollowing: !isFollowing }),
            },
            {
              label: t("people.muteThem"),
              isSelected: isMuted,
              onSelect: () => change({ isMuted: !isMuted }),
            },
          ],
          [
            { label: t("people.reportThem"), onSelect: onReport },
            {
              label: t("people.blockThem"),
              isDestructive: true,
              onSelect: () => change({ isBlocked: true }),
            },
          ],
        ]}
        trigger={(props) => (
          <IconButton {...props} label={t("people.more")} icon={<Ellipsis aria-hidden />} />
        )}
      />
    </div>
  );
}
