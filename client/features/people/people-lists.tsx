import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { peopleContract } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { ReaderName } from "#client/ui/reader-name.tsx";
import { Section } from "#client/ui/section.tsx";

const { listRelated, requestFriend, removeFriend, updateRelation } = peopleContract;
type Kind = "friends" | "requests" | "sent" | "following" | "blocked" | "muted";

const useRelated = (kind: Kind) => useQuery(query(listRelated, { params: { kind } }));

/** Requests that wait for an answer; nothing without any. */
export function FriendRequests() {
  const requests = useRelated("requests");
  const acceptMutation = useContractMutation(requestFriend);
  const removeMutation = useContractMutation(removeFriend);
  if (!requests.data?.length) return null;
  return (
    <Section title={t("people.requests")}>
      <PeopleList people={requests.data}>
        {({ id, name }) => (
          <>
            <Button size="small" onClick={() => acceptMutation.mutate({ params: { userId: id } })}>
              {t("people.acceptFriend")}
              <span className="sr-only">: {name}</span>
            </Button>
            <Button
              size="small"
              tone="secondary"
              onClick={() => removeMutation.mutate({ params: { userId: id } })}
            >
              {t("people.declineFriend")}
              <span className="sr-only">: {name}</span>
            </Button>
          </>
        )}
      </PeopleList>
    </Section>
  );
}

export function Friends() {
  const friends = useRelated("friends");
  return (
    <Section title={t("people.friends")}>
      <QueryState
        query={friends}
        loading={<Skeleton className="h-16 rounded-card" />}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={t("people.noFriends")} hint={t("people.noFriendsHint")} />}
      >
        {(all) => (
          <PeopleList people={all}>
            {({ username, name }) => (
              <ButtonLink to={`/messages?to=${encodeURIComponent(username)}`} size="small" tone="secondary">
                {t("people.write")}
                <span className="sr-only">: {name}</span>
              </ButtonLink>
            )}
          </PeopleList>
        )}
      </QueryState>
    </Section>
  );
}

/** Blocked and muted people, with buttons to undo. */
export function HiddenPeople() {
  const [blocked, muted] = [useRelated("blocked"), useRelated("muted")];
  const updateMutation = useContractMutation(updateRelation);
  const all = [
    ...(blocked.data ?? []).map((person) => ({
      person,
      undo: { isBlocked: false },
      text: t("people.unblock"),
    })),
    ...(muted.data ?? []).map((person) => ({ person, undo: { isMuted: false }, text: t("people.unmute") })),
  ];
  if (all.length === 0) return <p className="text-muted text-small">{t("people.noneUnseen")}</p>;
  return (
    <PeopleList people={all.map(({ person }) => person)}>
      {(person) => {
        const relation = all.find((each) => each.person === person);
        return (
          <Button
            size="small"
            tone="secondary"
            onClick={() =>
              relation && updateMutation.mutate({ params: { userId: person.id }, body: relation.undo })
            }
          >
            {relation?.text}
            <span className="sr-only">: {person.name}</span>
          </Button>
        );
      }}
    </PeopleList>
  );
}

interface PeopleListProps {
  readonly people: readonly Person[];
  readonly children: (person: Person) => ReactNode;
}

function PeopleList({ people, children }: PeopleListProps) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {people.map((person) => (
        <li key={person.id} className="flex flex-wrap items-center gap-3 p-3">
          <Avatar imageUrl={person.profileImageUrl} name={person.name} />
          <div className="min-w-0 flex-1">
            <ReaderName
              name={person.name}
              username={person.hasProfile ? person.username : null}
              className="font-medium"
            />
            <p className="text-muted text-small">
              <bdi>@{person.username}</bdi>
            </p>
          </div>
          {children(person)}
        </li>
      ))}
    </ul>
  );
}
