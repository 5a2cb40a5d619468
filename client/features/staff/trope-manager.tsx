import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#shared/accounts/user.ts";
import { type ManagedTrope, staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getGenreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { AddForm, EditNameDialog, getTranslationHint, ManagedName, TargetSelect } from "./managed-names.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { RecentMerges } from "./recent-merges.tsx";

const contract = staffCatalogueContract;
const invalidates = [contract.listManagedTropes];
const options = { invalidates, handlesErrors: true };

/** Themes: create, rename, merge. */
export function TropeManager({ actor }: { readonly actor: User }) {
  const list = useQuery(query(contract.listManagedTropes, {}));
  const create = useContractMutation(contract.createTrope, options);
  return (
    <>
      <AddForm
        label={t("catalogueAdmin.newTrope")}
        error={create.error}
        isPending={create.isPending}
        onAdd={(name, done) => create.mutate({ body: { name } }, { onSuccess: done })}
      />
      <QueryState
        query={list}
        loading={<Skeleton className="h-96 rounded-card" />}
        errorTitle={t("catalogueAdmin.loadFailed")}
        isEmpty={({ tropes }) => tropes.length === 0}
        empty={<EmptyState title={t("catalogueAdmin.noTropes")} />}
      >
        {({ tropes }) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {tropes.map((trope) => (
              <li key={trope.id} className="flex items-center gap-1 py-1 ps-4 pe-2">
                <TropeRow trope={trope} others={tropes.filter(({ id }) => id !== trope.id)} actor={actor} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <RecentMerges kind="trope" invalidates={invalidates} />
    </>
  );
}

interface TropeRowProps {
  readonly trope: ManagedTrope;
  readonly others: readonly ManagedTrope[];
  readonly actor: User;
}

function TropeRow({ trope, others, actor }: TropeRowProps) {
  const [openDialog, setOpenDialog] = useState<"edit" | "merge" | null>(null);
  const rename = useContractMutation(contract.renameTrope, options);
  const deleteMutation = useContractMutation(contract.deleteTrope, options);
  const params = { tropeId: trope.id };
  const close = () => setOpenDialog(null);
  const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });
  return (
    <>
      <div className="min-w-0 flex-1">
        <ManagedName name={trope.name} bookCount={trope.bookCount} />
      </div>
      <Button tone="quiet" size="small" onClick={() => setOpenDialog("edit")}>
        {t("catalogueAdmin.edit")}
      </Button>
      {trope.bookCount === 0 && actor.isAdmin && (
        <Button
          tone="quiet"
          size="small"
          isPending={deleteMutation.isPending}
          onClick={() => deleteMutation.mutate({ params }, { onError })}
        >
          {t("catalogueAdmin.delete")}
        </Button>
      )}
      <Button tone="quiet" size="small" disabled={others.length === 0} onClick={() => setOpenDialog("merge")}>
        {t("catalogueAdmin.merge")}
      </Button>
      {openDialog === "edit" && (
        <EditNameDialog
          title={t("catalogueAdmin.editTitle", { name: getGenreName(trope.name) })}
          initialName={trope.name}
          hint={getTranslationHint(trope.name)}
          error={rename.error}
          isPending={rename.isPending}
          onSave={(name) => rename.mutate({ params, body: { name } }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {openDialog === "merge" && (
        <MergeDialog
          kind="trope"
          from={{ id: trope.id, name: getGenreName(trope.name) }}
          invalidates={invalidates}
          picker={(targetId, onChange) => (
            <TargetSelect others={others} targetId={targetId} onChange={onChange} />
          )}
          onClose={close}
        />
      )}
    </>
  );
}
