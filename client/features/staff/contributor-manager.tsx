import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import * as z from "zod/mini";
import { ContributorId } from "#shared/books/book.ts";
import { type ManagedContributor, staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { infiniteQuery, query, useContractMutation } from "#client/lib/api/query.ts";
import { useDebouncedValue } from "#client/lib/hooks/use-debounced-value.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { RecordList } from "#client/ui/feedback/record-list.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { EditNameDialog } from "./managed-names.tsx";

const contract = staffCatalogueContract;
const options = { invalidates: [contract.listContributors], handlesErrors: true };
const Filters = z.object({ search: z.optional(z.string()) });

/** Authors, narrators and others: edit, link to an account, merge. */
export function ContributorManager() {
  const [filters, set] = useListParams(Filters);
  const people = useInfiniteQuery(infiniteQuery(contract.listContributors, { query: filters }));
  return (
    <>
      <div className="mb-4">
        <SearchField
          label={t("catalogueAdmin.searchPeople")}
          value={filters.search ?? ""}
          onSearch={(text) => set("search", text)}
        />
      </div>
      <RecordList
        query={people}
        getRows={(page) => page.contributors}
        errorTitle={t("catalogueAdmin.loadFailed")}
        empty={<EmptyState title={t("catalogueAdmin.noPeople")} />}
      >
        {(person) => <ContributorRow person={person} />}
      </RecordList>
    </>
  );
}

function ContributorRow({ person }: { readonly person: ManagedContributor }) {
  const [openDialog, setOpenDialog] = useState<"edit" | "merge" | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <div className="flex items-center gap-1 py-1 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <TextLink to={`/author/${person.id}`} dir="auto">
          {person.name}
        </TextLink>{" "}
        <span className="text-muted text-small">
          {t("catalogueAdmin.bookCount", { n: person.bookCount })}
          {person.account && (
            <>
              {" · "}
              <bdi dir="ltr">@{person.account.username}</bdi>
            </>
          )}
        </span>
      </div>
      <Button tone="quiet" size="small" onClick={() => setOpenDialog("edit")}>
        {t("catalogueAdmin.edit")}
      </Button>
      <Button tone="quiet" size="small" onClick={() => setOpenDialog("merge")}>
        {t("catalogueAdmin.merge")}
      </Button>
      {openDialog === "edit" && <PersonDialog person={person} onClose={close} />}
      {openDialog === "merge" && <MergePersonDialog person={person} onClose={close} />}
    </div>
  );
}

interface PersonDialogProps {
  readonly person: ManagedContributor;
  readonly onClose: () => void;
}

function PersonDialog({ person, onClose }: PersonDialogProps) {
  const [bio, setBio] = useState(person.bio);
  const [username, setUsername] = useState(person.account?.username ?? "");
  const edit = useContractMutation(contract.editContributor, options);
  const save = (name: string) =>
    edit.mutate(
      { params: { contributorId: person.id }, body: { name, bio, username: username.replace(/^@/, "") } },
      {
        onSuccess: () => {
          toast({ title: t("catalogueAdmin.saved") });
          onClose();
        },
      },
    );
  return (
    <EditNameDialog
      title={t("catalogueAdmin.editTitle", { name: person.name })}
      initialName={person.name}
      error={edit.error}
      isPending={edit.isPending}
      onSave={save}
      onClose={onClose}
    >
      <TextArea
        label={t("catalogueAdmin.bio")}
        maxLength={5000}
        value={bio}
        onChange={({ target }) => setBio(target.value)}
      />
      <TextField
        label={t("catalogueAdmin.account")}
        hint={t("catalogueAdmin.accountHint")}
        dir="ltr"
        value={username}
        error={getFieldErrors(edit.error)["username"]}
        onChange={({ target }) => setUsername(target.value)}
      />
    </EditNameDialog>
  );
}

const debounceMs = 250;

function MergePersonDialog({ person, onClose }: PersonDialogProps) {
  const [input, setInput] = useState("");
  const [targetId, setTargetId] = useState("");
  const search = useDebouncedValue(input, debounceMs);
  const contributors = useQuery({
    ...query(contract.listContributors, { query: { search, limit: 20 } }),
    enabled: search.trim() !== "",
  });
  const others = (contributors.data?.contributors ?? []).filter(({ id }) => id !== person.id);
  const merge = useContractMutation(contract.mergeContributor, options);
  const target = ContributorId.safeParse(targetId || others[0]?.id).data;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!target) return;
    merge.mutate(
      { params: { contributorId: person.id }, body: { targetId: target } },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      title={t("catalogueAdmin.mergeTitle", { name: person.name })}
      description={t("catalogueAdmin.mergeHint", { n: person.bookCount, name: person.name })}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          type="search"
          label={t("catalogueAdmin.searchPeople")}
          value={input}
          onChange={({ target: field }) => setInput(field.value)}
        />
        {others.length > 0 && (
          <Select
            label={t("catalogueAdmin.into")}
            value={target ?? ""}
            options={others.map(({ id, name }) => ({ value: id as string, label: name }))}
            onChange={setTargetId}
          />
        )}
        <FormFooter
          error={merge.error ? getErrorMessage(merge.error) : null}
          submit={t("catalogueAdmin.merge")}
          isPending={merge.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
