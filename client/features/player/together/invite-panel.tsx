import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { maxListeners, TogetherSessionId } from "#shared/listen-together/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation } from "#shared/messages/message.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { startListeningTogether } from "./together-controller.ts";

const shownConversations = 20;

type Invited = Parameters<typeof startListeningTogether>[1]["with"];

/** Chooses a conversation, or friends for a new one. */
export function InvitePanel() {
  const conversations = useQuery(
    query(messagesContract.listConversations, { query: { limit: shownConversations } }),
  );
  const friends = useQuery(query(peopleContract.listRelated, { params: { kind: "friends" } }));
  const invitation = useInvitation();
  const open = conversations.data?.conversations.filter(({ isBlocked }) => !isBlocked) ?? [];
  const isEmpty = conversations.isSuccess && friends.isSuccess && !open.length && !friends.data.length;
  return (
    <>
      <p className="text-muted text-small">{t("player.togetherAbout")}</p>
      {isEmpty && <p className="text-muted">{t("player.togetherNobody")}</p>}
      {open.length > 0 && (
        <>
          <h3 className="font-medium">{t("player.togetherConversations")}</h3>
          <ul className="flex flex-col gap-2">
            {open.map((conversation) => (
              <li key={conversation.id} className="flex items-center gap-3">
                <bdi className="min-w-0 flex-1 truncate">{getName(conversation)}</bdi>
                <Button
                  size="small"
                  tone="secondary"
                  aria-label={t("player.togetherInvite", { name: getName(conversation) })}
                  isPending={invitation.isPending}
                  onClick={() => invitation.send({ conversationId: conversation.id })}
                >
                  {t("player.togetherStart")}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {friends.data && friends.data.length > 0 && <Friends friends={friends.data} {...invitation} />}
    </>
  );
}

interface Invitation {
  readonly isPending: boolean;
  readonly send: (invited: Invited) => void;
}

function useInvitation(): Invitation {
  const player = usePlayer();
  const title = usePlayerState(({ playlist }) => playlist?.title ?? "");
  const bookId = usePlayerState(({ playlist }) => playlist?.bookId ?? "");
  const { mutate, isPending } = useMutation({
    mutationFn: (invited: Invited) => {
      const text = `${t("player.togetherInvitation", { title })}\n\n${location.origin}/book/${bookId}`;
      const id = TogetherSessionId.parse(createId());
      return startListeningTogether(player, { id, with: invited, text });
    },
  });
  return { isPending, send: mutate };
}

interface FriendsProps extends Invitation {
  readonly friends: readonly { readonly id: UserId; readonly name: string }[];
}

function Friends({ friends, isPending, send }: FriendsProps) {
  const [chosen, setChosen] = useState<readonly UserId[]>([]);
  const toggle = (id: UserId) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  const isFull = chosen.length >= maxListeners - 1;
  return (
    <fieldset>
      <legend className="font-medium">{t("player.togetherFriends")}</legend>
      {friends.map(({ id, name }) => (
        <Checkbox
          key={id}
          // Names keep their own direction.
          label={`\u2068${name}\u2069`}
          checked={chosen.includes(id)}
          disabled={isFull && !chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
      <Button
        size="small"
        disabled={chosen.length === 0}
        isPending={isPending}
        onClick={() => send({ userIds: [...chosen] })}
      >
        {t("player.togetherStart")}
      </Button>
    </fieldset>
  );
}

/** The title of a group, else the names of the others. */
const getName = ({ title, members }: Conversation): string =>
  title || formatItems(members.map(({ person }) => person.name));
