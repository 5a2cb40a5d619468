import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { type ManagedContributor, staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { SearchField } from "#client/ui/forms/search-field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { TargetSelect } from "./managed-names.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { RecentMerges } from "./recent-merges.tsx";

const contract = staffCatalogueContract;
const Filters = z.object({ search: z.optional(z.string()) });

/** Authors, narrators and others: edit, link to an account, merge. */
export function ContributorManager() {
  const [filters, set] = useListParams(Filters);
  const people = usePagedQuery(contract.listContributors, { query: filters });
  return (
    <>
      <div className="mb-4">
        <SearchField
          label={t("catalogueAdmin.searchPeople")}
          value={filters.search ?? ""}
          onSearch={(text) => set("search", text)}
        />
      </div>
      <PagedList
        query={people}
        errorTitle={t("catalogueAdmin.loadFailed")}
        empty={<EmptyState title={t("catalogueAdmin.noPeople")} />}
      >
        {(person) => <ContributorRow person={person} />}
      </PagedList>
      <RecentMerges kind="contributor" />
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
          {t("catalogueAdmin.bookCount", { n: person.bookCount, count: formatCount(person.bookCount) })}
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
      {openDialog === "merge" && (
        <MergeDialog
          kind="contributor"
          from={person}
          picker={(targetId, onChange) => (
            <PersonPicker person={person} targetId={targetId} onChange={onChange} />
          )}
          onClose={close}
        />
      )}
    </div>
  );
}

interface PersonDialogProps {
  readonly person: ManagedContributor;
  readonly onClose: () => void;
}

function PersonDialog({ person, onClose }: PersonDialogProps) {
  const form = useContractForm(contract.editContributor, {
    values: { name: person.name, bio: person.bio, username: person.account?.username ?? "" },
    toInput: ({ username, ...texts }) => ({
      params: { contributorId: person.id },
      body: { ...texts, username: username.replace(/^@/, "") },
    }),
    onSuccess: () => {
      toast({ title: t("catalogueAdmin.saved") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("catalogueAdmin.editTitle", { name: person.name })}
      submit={t("common.save")}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("catalogueAdmin.name")} />
      <TextArea {...form.field("bio")} label={t("catalogueAdmin.bio")} />
      <TextField
        {...form.field("username")}
        label={t("catalogueAdmin.account")}
        hint={t("catalogueAdmin.accountHint")}
        dir="ltr"
      />
    </FormDialog>
  );
}

interface PersonPickerProps {
  readonly person: ManagedContributor;
  readonly targetId: string;
  readonly onChange: (targetId: string) => void;
}

/** Searches the contributor into whom another one is merged. */
function PersonPicker({ person, targetId, onChange }: PersonPickerProps) {
  const [search, setSearch] = useState("");
  const found = useQuery({
    ...query(contract.listContributors, { query: { search, limit: 20 } }),
    enabled: search.trim() !== "",
  });
  const others = (found.data?.contributors ?? []).filter(({ id }) => id !== person.id);
  return (
    <>
      <SearchField
        label={t("catalogueAdmin.searchPeople")}
        value={search}
        onSearch={(text) => {
          setSearch(text);
          onChange("");
        }}
      />
      {search.trim() !== "" && found.data && others.length === 0 && (
        <p role="status" className="text-muted text-small">
          {t("catalogueAdmin.noPeople")}
        </p>
      )}
      {others.length > 0 && <TargetSelect others={others} targetId={targetId} onChange={onChange} />}
    </>
  );
}
