import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import type { User } from "#shared/accounts/user.ts";
import { type GenreIcon, genreIcons } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { type ManagedGenre, staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { getGenreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { AddForm, EditNameDialog, getTranslationHint, ManagedName, TargetSelect } from "./managed-names.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { RecentMerges } from "./recent-merges.tsx";
import { SubjectReview } from "./subject-review.tsx";

const contract = staffCatalogueContract;
const invalidates = [contract.listManagedGenres, booksContract.listGenres];
const options = { invalidates, handlesErrors: true };
const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });

/** Genres: create, edit, order, merge. */
export function GenreManager({ actor }: { readonly actor: User }) {
  const list = useQuery(query(contract.listManagedGenres, {}));
  const create = useContractMutation(contract.createGenre, options);
  const order = useContractMutation(contract.orderGenres, options);
  const move = (genres: readonly ManagedGenre[], from: number, to: number) => {
    const ids = genres.map(({ id }) => id);
    const [moved = ""] = ids.splice(from, 1);
    ids.splice(to, 0, moved);
    order.mutate({ body: { ids } }, { onError });
  };
  return (
    <>
      <AddForm
        label={t("catalogueAdmin.newGenre")}
        error={create.error}
        isPending={create.isPending}
        onAdd={(name, done) => create.mutate({ body: { name } }, { onSuccess: done })}
      />
      <QueryState
        query={list}
        loading={<Skeleton className="h-96 rounded-card" />}
        errorTitle={t("catalogueAdmin.loadFailed")}
        isEmpty={({ genres }) => genres.length === 0}
        empty={<EmptyState title={t("catalogueAdmin.noGenres")} />}
      >
        {({ genres }) => (
          <ol className="divide-y divide-line rounded-card border border-line bg-surface">
            {genres.map((genre, n) => (
              <li key={genre.id} className="flex items-center gap-1 py-1 ps-4 pe-2">
                <GenreRow genre={genre} others={genres.filter(({ id }) => id !== genre.id)} actor={actor} />
                <IconButton
                  label={t("catalogueAdmin.moveUp", { name: getGenreName(genre.name) })}
                  icon={<ArrowUp aria-hidden />}
                  disabled={n === 0 || order.isPending}
                  onClick={() => move(genres, n, n - 1)}
                />
                <IconButton
                  label={t("catalogueAdmin.moveDown", { name: getGenreName(genre.name) })}
                  icon={<ArrowDown aria-hidden />}
                  disabled={n === genres.length - 1 || order.isPending}
                  onClick={() => move(genres, n, n + 1)}
                />
              </li>
            ))}
          </ol>
        )}
      </QueryState>
      <SubjectReview />
      <RecentMerges kind="genre" invalidates={invalidates} />
    </>
  );
}

interface GenreRowProps {
  readonly genre: ManagedGenre;
  readonly others: readonly ManagedGenre[];
  readonly actor: User;
}

function GenreRow({ genre, others, actor }: GenreRowProps) {
  const [openDialog, setOpenDialog] = useState<"edit" | "merge" | null>(null);
  const deleteMutation = useContractMutation(contract.deleteGenre, options);
  const params = { genreId: genre.id };
  const close = () => setOpenDialog(null);
  return (
    <>
      <div className="min-w-0 flex-1">
        <ManagedName name={genre.name} bookCount={genre.bookCount} />
      </div>
      <Button tone="quiet" size="small" onClick={() => setOpenDialog("edit")}>
        {t("catalogueAdmin.edit")}
      </Button>
      {genre.bookCount === 0 && actor.isAdmin && (
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
      {openDialog === "edit" && <GenreDialog genre={genre} onClose={close} />}
      {openDialog === "merge" && (
        <MergeDialog
          kind="genre"
          from={{ id: genre.id, name: getGenreName(genre.name) }}
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

function GenreDialog({ genre, onClose }: { readonly genre: ManagedGenre; readonly onClose: () => void }) {
  const [description, setDescription] = useState(genre.description);
  const [icon, setIcon] = useState<GenreIcon>(genre.icon ?? "book-marked");
  const edit = useContractMutation(contract.editGenre, options);
  const save = (name: string) =>
    edit.mutate(
      { params: { genreId: genre.id }, body: { name, description, icon } },
      {
        onSuccess: () => {
          toast({ title: t("catalogueAdmin.saved") });
          onClose();
        },
      },
    );
  return (
    <EditNameDialog
      title={t("catalogueAdmin.editTitle", { name: getGenreName(genre.name) })}
      initialName={genre.name}
      hint={getTranslationHint(genre.name)}
      error={edit.error}
      isPending={edit.isPending}
      onSave={save}
      onClose={onClose}
    >
      <TextArea
        label={t("catalogueAdmin.description")}
        rows={3}
        maxLength={500}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <Select
        label={t("catalogueAdmin.icon")}
        value={icon}
        options={genreIcons.map((value) => ({ value, label: t(`catalogueAdmin.icon-${value}`) }))}
        onChange={setIcon}
      />
    </EditNameDialog>
  );
}
