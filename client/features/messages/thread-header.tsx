import { ArrowLeft, Ellipsis } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation } from "#shared/messages/message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { getConversationName } from "./conversation-list.tsx";
import { AddPeople, RenameGroup } from "./group-dialogs.tsx";

const hourMs = 3_600_000;
const mutedForever = new Date("9999-01-01T00:00:00Z");

const muteDurations = [
  { text: "messages.muteHour", ms: hourMs },
  { text: "messages.muteDay", ms: 24 * hourMs },
  { text: "messages.muteWeek", ms: 7 * 24 * hourMs },
  { text: "messages.muteForever", ms: null },
] as const;

export type GetPersonActions = (
  person: Conversation["members"][number]["person"] | null,
) => MenuProps["groups"];

interface ThreadHeaderProps {
  readonly conversation: Conversation;
  readonly getPersonActions: GetPersonActions;
}

/** On narrow screens, where the list is hidden. */
export function BackToList() {
  return (
    <Link
      to="/messages"
      aria-label={t("messages.back")}
      className="grid size-11 place-items-center text-ink lg:hidden"
    >
      <ArrowLeft aria-hidden className="size-5.5" />
    </Link>
  );
}

export function ThreadHeader({ conversation, getPersonActions }: ThreadHeaderProps) {
  const { id, isGroup, mutedUntil, members } = conversation;
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<"add" | "rename" | null>(null);
  const muteMutation = useContractMutation(messagesContract.muteConversation);
  const leaveMutation = useContractMutation(messagesContract.leaveConversation);
  const params = { conversationId: id };
  const name = getConversationName(conversation);
  const other = isGroup ? null : members[0]?.person;
  const mute = (until: Date | null) => muteMutation.mutate({ params, body: { mutedUntil: until } });
  const leave = () =>
    leaveMutation.mutate({ params }, { onSuccess: () => void navigate("/messages", { replace: true }) });
  return (
    <header className="flex items-center gap-2 border-line border-b p-2">
      <BackToList />
      <h2 className="min-w-0 flex-1 truncate ps-2 font-semibold">
        {other?.hasProfile ? (
          <Link
            to={`/readers/${encodeURIComponent(other.username)}`}
            className="text-ink no-underline hover:text-primary"
          >
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {isGroup && members.length > 0 && (
          <span className="block truncate font-normal text-muted text-small">
            <bdi>{formatItems(members.map(({ person }) => person.name))}</bdi>
          </span>
        )}
      </h2>
      <Menu
        label={t("messages.conversationActions")}
        groups={[
          ...(isGroup && conversation.state === "active"
            ? [
                [
                  { label: t("messages.addPeople"), onSelect: () => setOpenDialog("add") },
                  { label: t("messages.rename"), onSelect: () => setOpenDialog("rename") },
                ],
              ]
            : []),
          mutedUntil
            ? [{ label: t("messages.unmute"), onSelect: () => mute(null) }]
            : muteDurations.map(({ text, ms }) => ({
                label: t(text),
                onSelect: () => mute(ms === null ? mutedForever : new Date(Date.now() + ms)),
              })),
          [{ label: t("messages.leave"), isDestructive: true, onSelect: leave }],
          ...getPersonActions(other ?? null).slice(1),
        ]}
        trigger={(props) => (
          <IconButton {...props} label={t("messages.conversationActions")} icon={<Ellipsis aria-hidden />} />
        )}
      />
      {openDialog === "add" && <AddPeople conversation={conversation} onClose={() => setOpenDialog(null)} />}
      {openDialog === "rename" && (
        <RenameGroup conversation={conversation} onClose={() => setOpenDialog(null)} />
      )}
    </header>
  );
}
