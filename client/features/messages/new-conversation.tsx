import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messagesContract } from "#shared/messages/contract.ts";
import { type ConversationId, maxGroupSize } from "#shared/messages/message.ts";
import { peopleContract } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { MessageForm } from "./message-form.tsx";
import { RecipientPicker } from "./recipient-picker.tsx";
import { BackToList } from "./thread-header.tsx";

interface NewConversationProps {
  /** The username from the URL; empty to search. */
  readonly to: string;
  readonly onStarted: (id: ConversationId) => void;
}

/** A first message to one person or to a group. */
export function NewConversation({ to, onStarted }: NewConversationProps) {
  const [clientId] = useState(createId);
  const recipientQuery = useQuery({
    ...query(peopleContract.searchPeople, { query: { search: to, limit: 8 } }),
    enabled: to !== "",
  });
  const exact = recipientQuery.data?.find(({ username }) => username.toLowerCase() === to.toLowerCase());
  const getPeople = (selected: readonly Person[] | null) => selected ?? (exact ? [exact] : []);
  const form = useContractForm(messagesContract.startConversation, {
    values: { selected: null as readonly Person[] | null, title: "", text: "" },
    toInput: ({ selected, title, text }) => {
      const userIds = getPeople(selected).map(({ id }) => id);
      const isTitled = userIds.length > 1 && title.trim() !== "";
      return { body: { userIds, text: text.trim(), clientId, ...(isTitled && { title }) } };
    },
    warnsUnsaved: true,
    onSuccess: ({ conversationId }) => onStarted(conversationId),
  });
  const people = getPeople(form.values.selected);
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <div className="flex items-center gap-2">
          <BackToList />
          <h2 className="font-semibold font-title text-h3">{t("messages.new")}</h2>
        </div>
        <RecipientPicker
          people={people}
          hasAutoFocus={to === ""}
          max={maxGroupSize - 1}
          onChange={(selected) => form.set({ selected })}
        />
        {people.length > 1 && <TextField {...form.field("title")} label={t("messages.groupTitle")} />}
        <FormError error={form.error} cause={form.cause} />
      </div>
      {people.length > 0 && (
        <MessageForm
          target={null}
          text={form.values.text}
          onChange={(text) => form.set({ text })}
          isPending={form.isPending}
          hasAutoFocus={to !== ""}
          onCancelTarget={() => {}}
          onSend={form.submit}
        />
      )}
    </>
  );
}
