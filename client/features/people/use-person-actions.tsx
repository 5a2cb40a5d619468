import { BellOff, MessageCircle, UserX } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { peopleContract } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { updateRelation } = peopleContract;

/** The menu items about a person: write, mute, block. */
export function usePersonActions() {
  const me = useUser();
  const navigate = useNavigate();
  const updateMutation = useContractMutation(updateRelation);
  const change = (person: Person, body: { isMuted?: boolean; isBlocked?: boolean }, done: string) =>
    updateMutation.mutate(
      { params: { userId: person.id }, body },
      {
        onSuccess: () => {
          const undo = {
            ...(body.isMuted && { isMuted: false }),
            ...(body.isBlocked && { isBlocked: false }),
          };
          toast({
            title: done,
            action: {
              label: t("common.undo"),
              onSelect: () => updateMutation.mutate({ params: { userId: person.id }, body: undo }),
            },
          });
        },
      },
    );
  return (person: Person | null): MenuProps["groups"] => {
    if (!me || !person || person.id === me.id) return [];
    return [
      [
        {
          label: t("people.message", { name: person.name }),
          icon: <MessageCircle aria-hidden />,
          onSelect: () => void navigate(`/messages?to=${encodeURIComponent(person.username)}`),
        },
      ],
      [
        {
          label: t("people.mute", { name: person.name }),
          icon: <BellOff aria-hidden />,
          onSelect: () => change(person, { isMuted: true }, t("people.muted", { name: person.name })),
        },
        {
          label: t("people.block", { name: person.name }),
          icon: <UserX aria-hidden />,
          isDestructive: true,
          onSelect: () => change(person, { isBlocked: true }, t("people.blocked", { name: person.name })),
        },
      ],
    ];
  };
}
