import { useNavigate } from "react-router-dom";
import { type Conversation, messagesContract } from "#shared/messages/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { conversationName } from "./conversation-list.tsx";
import { ofConversations } from "./use-thread.ts";

/** Accepts or declines a message request. */
export function MessageRequest({ conversation }: { readonly conversation: Conversation }) {
  const navigate = useNavigate();
  const params = { conversationId: conversation.id };
  const accepting = useContractMutation(messagesContract.acceptRequest, { invalidates: ofConversations });
  const declining = useContractMutation(messagesContract.leaveConversation, { invalidates: ofConversations });
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4">
      <p className="text-small">{t("messages.requestHint", { name: conversationName(conversation) })}</p>
      <div className="flex gap-2">
        <Button isPending={accepting.isPending} onClick={() => accepting.mutate({ params })}>
          {t("messages.accept")}
        </Button>
        <Button
          tone="secondary"
          onClick={() =>
            declining.mutate({ params }, { onSuccess: () => void navigate("/messages?folder=requests") })
          }
        >
          {t("messages.decline")}
        </Button>
      </div>
    </div>
  );
}
