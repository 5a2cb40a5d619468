import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { staffCatalogueContract } from "#shared/staff/catalogue.ts";
import {
  type Subject,
  type SubjectDecision,
  SubjectState,
  subjectsContract,
} from "#shared/subjects/contract.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { listSubjects, decideSubject } = subjectsContract;
const { listManagedGenres } = staffCatalogueContract;
const options = {
  handlesErrors: true,
};

/** Subjects of the books' files, and the genres that stand for them. */
export function SubjectReview() {
  const [state, setState] = useState<SubjectState>("waiting");
  const [search, setSearch] = useState("");
  const list = usePagedQuery(listSubjects, { query: { state, search } });
  const waiting = list.first?.waitingCount ?? 0;
  return (
    <section aria-labelledby="subjects" className="mt-10">
      <h2 id="subjects" className="font-semibold font-title text-h3">
        {t("catalogueAdmin.subjects")}
      </h2>
      <p className="mt-1 mb-4 max-w-measure text-muted">{t("catalogueAdmin.subjectsHint")}</p>
      <div className="mb-4 grid items-end gap-3 sm:grid-cols-2">
        <Select
          label={t("catalogueAdmin.subjectState")}
          value={state}
          options={SubjectState.options.map((value) => ({
            value,
            label: t(`catalogueAdmin.subjects-${value}`, { n: waiting, count: formatCount(waiting) }),
          }))}
          onChange={setState}
        />
        <SearchField label={t("catalogueAdmin.searchSubjects")} value={search} onSearch={setSearch} />
      </div>
      <PagedList
        query={list}
        errorTitle={t("catalogueAdmin.loadFailed")}
        empty={<EmptyState title={t("catalogueAdmin.noSubjects")} />}
      >
        {(subject) => <SubjectRow key={subject.state} subject={subject} />}
      </PagedList>
    </section>
  );
}

/** Not the id of a genre. */
const newGenre = "new";

function SubjectRow({ subject }: { readonly subject: Subject }) {
  const { id, name, state, bookCount, genre, suggestion } = subject;
  const genres = useQuery(query(listManagedGenres, {})).data?.genres ?? [];
  const [picked, setPicked] = useState<string | null>(null);
  const suggested = genres.find((each) => each.name === suggestion)?.id;
  const isNew = suggestion !== null && suggested === undefined;
  const choice = picked ?? genre?.id ?? suggested ?? (isNew ? newGenre : "");
  const decide = useContractMutation(decideSubject, options);
  const send = (body: SubjectDecision) =>
    decide.mutate(
      { params: { subjectId: id }, body },
      { onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }) },
    );
  const assign = () =>
    send(
      choice === newGenre
        ? { kind: "new-genre", name: suggestion ?? name }
        : { kind: "genre", genreId: choice },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <bdi className="break-words font-medium">{name}</bdi>{" "}
        <span className="text-muted text-small">
          {t("catalogueAdmin.bookCount", { n: bookCount, count: formatCount(bookCount) })}
        </span>
      </div>
      <Select
        label={t("catalogueAdmin.genreOf", { name })}
        isLabelHidden
        className="max-w-60"
        value={choice}
        options={[
          { value: "", label: t("catalogueAdmin.chooseGenre") },
          ...(isNew
            ? [
                {
                  value: newGenre,
                  label: t("catalogueAdmin.createGenre", { name: getGenreName(suggestion) }),
                },
              ]
            : []),
          ...genres.map((each) => ({ value: each.id, label: getGenreName(each.name) })),
        ]}
        onChange={setPicked}
      />
      <div className="flex gap-2">
        <Button
          tone="secondary"
          size="small"
          isPending={decide.isPending}
          disabled={choice === "" || choice === genre?.id}
          onClick={assign}
        >
          {t("catalogueAdmin.assign")}
        </Button>
        {state === "waiting" ? (
          <Button tone="quiet" size="small" onClick={() => send({ kind: "ignore" })}>
            {t("catalogueAdmin.ignore")}
          </Button>
        ) : (
          <Button tone="quiet" size="small" onClick={() => send({ kind: "wait" })}>
            {t("catalogueAdmin.reviewAgain")}
          </Button>
        )}
      </div>
    </div>
  );
}
