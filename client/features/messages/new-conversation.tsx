import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ConversationId, maxGroupSize, messagesContract } from "#shared/messages/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { errorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";
import { RemovableChip } from "#client/ui/forms/chip.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { MessageForm } from "./message-form.tsx";

interface NewConversationProps {
  /** The username from the address; empty to search. */
  readonly to: string;
  readonly onStarted: (id: ConversationId) => void;
}

/** A first message to one person or to a group. */
export function NewConversation({ to, onStarted }: NewConversationProps) {
  const [search, setSearch] = useState(to);
  const [chosen, setChosen] = useState<readonly Person[] | null>(null);
  const [title, setTitle] = useState("");
  const [clientId] = useState(createId);
  const found = useQuery({
    ...query(peopleContract.searchPeople, { query: { search, limit: 8 } }),
    enabled: search.trim() !== "",
  });
  const exact = found.data?.find(({ username }) => username.toLowerCase() === to.toLowerCase());
  const people = chosen ?? (exact ? [exact] : []);
  const starting = useContractMutation(messagesContract.startConversation, {
    refreshes: [messagesContract.listConversations],
    isSelfDescribing: true,
  });
  const choose = (person: Person) => {
    setChosen([...people.filter(({ id }) => id !== person.id), person].slice(0, maxGroupSize - 1));
    setSearch("");
  };
  const send = (text: string): boolean => {
    if (people.length === 0) return false;
    const body = { userIds: people.map(({ id }) => id), text, clientId };
    starting.mutate(
      { body: { ...body, ...(people.length > 1 && title.trim() && { title: title.trim() }) } },
      { onSuccess: ({ conversationId }) => onStarted(conversationId) },
    );
    return false;
  };
  const others = (found.data ?? []).filter((person) => !people.some(({ id }) => id === person.id));
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <h2 className="font-semibold font-title text-h3">{t("messages.new")}</h2>
        {people.length > 0 && (
          <ul aria-label={t("messages.to")} className="flex flex-wrap gap-2">
            {people.map((person) => (
              <li key={person.id}>
                <RemovableChip
                  label={person.name}
                  removeLabel={t("messages.removePerson", { name: person.name })}
                  onRemove={() => setChosen(people.filter(({ id }) => id !== person.id))}
                />
              </li>
            ))}
          </ul>
        )}
        <SearchField
          key={people.length}
          label={t("messages.findPerson")}
          value={people.length > 0 ? "" : search}
          onSearch={setSearch}
        />
        {search.trim() !== "" && people.length === 0 && found.data?.length === 0 && (
          <p className="text-muted">{t("messages.nobody")}</p>
        )}
        <ul className="flex flex-col gap-1">
          {search.trim() !== "" &&
            others.map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  onClick={() => choose(person)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-control p-2 text-start hover:bg-primary/5"
                >
                  <Avatar imageUrl={person.profileImageUrl} name={person.name} />
                  <span>
                    <bdi className="block font-medium">{person.name}</bdi>
                    <bdi className="block text-muted text-small">@{person.username}</bdi>
                  </span>
                </button>
              </li>
            ))}
        </ul>
        {people.length > 1 && (
          <TextField
            label={t("messages.groupTitle")}
            maxLength={50}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
        {starting.error && (
          <p role="alert" className="text-destructive">
            {errorMessage(starting.error)} <VerifyEmailLink error={starting.error} />
          </p>
        )}
      </div>
      {people.length > 0 && (
        <MessageForm about={null} isPending={starting.isPending} onCancelAbout={() => {}} onSend={send} />
      )}
    </>
  );
}
