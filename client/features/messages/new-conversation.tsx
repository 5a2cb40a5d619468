import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ConversationId, maxGroupSize, messagesContract } from "#shared/messages/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { MessageForm } from "./message-form.tsx";
import { RecipientPicker } from "./recipient-picker.tsx";

interface NewConversationProps {
  /** The username from the URL; empty to search. */
  readonly to: string;
  readonly onStarted: (id: ConversationId) => void;
}

/** A first message to one person or to a group. */
export function NewConversation({ to, onStarted }: NewConversationProps) {
  const [selected, setSelected] = useState<readonly Person[] | null>(null);
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [clientId] = useState(createId);
  const recipientQuery = useQuery({
    ...query(peopleContract.searchPeople, { query: { search: to, limit: 8 } }),
    enabled: to !== "",
  });
  const exact = recipientQuery.data?.find(({ username }) => username.toLowerCase() === to.toLowerCase());
  const people = selected ?? (exact ? [exact] : []);
  const startMutation = useContractMutation(messagesContract.startConversation, {
    handlesErrors: true,
  });
  const send = (text: string) => {
    const body = { userIds: people.map(({ id }) => id), text, clientId };
    startMutation.mutate(
      { body: { ...body, ...(people.length > 1 && title.trim() && { title: title.trim() }) } },
      { onSuccess: ({ conversationId }) => onStarted(conversationId) },
    );
  };
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <h2 className="font-semibold font-title text-h3">{t("messages.new")}</h2>
        <RecipientPicker people={people} max={maxGroupSize - 1} onChange={setSelected} />
        {people.length > 1 && (
          <TextField
            label={t("messages.groupTitle")}
            maxLength={50}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
        {startMutation.error && (
          <p role="alert" className="text-destructive">
            {getErrorMessage(startMutation.error)} <VerifyEmailLink error={startMutation.error} />
          </p>
        )}
      </div>
      {people.length > 0 && (
        <MessageForm
          target={null}
          text={text}
          onChange={setText}
          isPending={startMutation.isPending}
          onCancelTarget={() => {}}
          onSend={send}
        />
      )}
    </>
  );
}
