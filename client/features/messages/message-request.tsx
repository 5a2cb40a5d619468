import { useNavigate } from "react-router-dom";
import { type Conversation, messagesContract } from "#shared/messages/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { getConversationName } from "./conversation-list.tsx";

/** Accepts or declines a message request. */
export function MessageRequest({ conversation }: { readonly conversation: Conversation }) {
  const navigate = useNavigate();
  const params = { conversationId: conversation.id };
  const acceptMutation = useContractMutation(messagesContract.acceptRequest);
  const declineMutation = useContractMutation(messagesContract.leaveConversation);
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4">
      <p className="text-small">{t("messages.requestHint", { name: getConversationName(conversation) })}</p>
      <div className="flex gap-2">
        <Button
          isPending={acceptMutation.isPending}
          disabled={declineMutation.isPending}
          onClick={() => acceptMutation.mutate({ params })}
        >
          {t("messages.accept")}
        </Button>
        <Button
          tone="secondary"
          isPending={declineMutation.isPending}
          disabled={acceptMutation.isPending}
          onClick={() =>
            declineMutation.mutate(
              { params },
              { onSuccess: () => void navigate("/messages?folder=requests") },
            )
          }
        >
          {t("messages.decline")}
        </Button>
      </div>
    </div>
  );
}
