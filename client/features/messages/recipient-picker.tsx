import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { peopleContract } from "#shared/people/contract.ts";
import type { Person } from "#shared/people/person.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { RemovableChip } from "#client/ui/forms/chip.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";

interface RecipientPickerProps {
  readonly people: readonly Person[];
  readonly max: number;
  /** Also after each choice. */
  readonly hasAutoFocus?: boolean;
  readonly onChange: (people: Person[]) => void;
}

/** Chooses readers by name or username. */
export function RecipientPicker({ people, max, hasAutoFocus = false, onChange }: RecipientPickerProps) {
  const [search, setSearch] = useState("");
  const isSearched = search.trim() !== "";
  const results = useQuery({
    ...query(peopleContract.searchPeople, { query: { search, limit: 8 } }),
    enabled: isSearched,
  });
  const others = (results.data ?? []).filter((person) => !people.some(({ id }) => id === person.id));
  const choose = (person: Person) => {
    onChange([...people, person].slice(0, max));
    setSearch("");
  };
  return (
    <>
      {people.length > 0 && (
        <ul aria-label={t("messages.to")} className="flex flex-wrap gap-2">
          {people.map((person) => (
            <li key={person.id}>
              <RemovableChip
                label={person.name}
                removeLabel={t("messages.removePerson", { name: person.name })}
                onRemove={() => onChange(people.filter(({ id }) => id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <SearchField
        key={people.length}
        label={t("messages.findPerson")}
        value={search}
        hasAutoFocus={hasAutoFocus}
        onSearch={setSearch}
      />
      {isSearched && results.data?.length === 0 && <p className="text-muted">{t("messages.nobody")}</p>}
      <ul className="flex flex-col gap-1">
        {isSearched &&
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
    </>
  );
}
