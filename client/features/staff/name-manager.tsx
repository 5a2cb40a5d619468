import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import type { User } from "#shared/accounts/user.ts";
import { type GenreIcon, genreIcons } from "#shared/books/book.ts";
import { type ManagedGenre, type ManagedTrope, staffCatalogueContract } from "#shared/staff/catalogue.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { getTranslationHint, ManagedName, TargetSelect } from "./managed-names.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { RecentMerges } from "./recent-merges.tsx";
import { SubjectReview } from "./subject-review.tsx";

const contract = staffCatalogueContract;
const onError = (error: unknown) => toast({ tone: "destructive", title: getErrorMessage(error) });

type Kind = "genre" | "trope";
/** Only genres have a description, an icon and an order. */
type Name = ManagedTrope & Partial<Pick<ManagedGenre, "description" | "icon">>;

const kinds = {
  genre: {
    create: contract.createGenre,
    edit: contract.editGenre,
    remove: contract.deleteGenre,
    newText: "catalogueAdmin.newGenre",
    emptyText: "catalogueAdmin.noGenres",
  },
  trope: {
    create: contract.createTrope,
    edit: contract.renameTrope,
    remove: contract.deleteTrope,
    newText: "catalogueAdmin.newTrope",
    emptyText: "catalogueAdmin.noTropes",
  },
} as const;

const getParams = (kind: Kind, id: string) => (kind === "genre" ? { genreId: id } : { tropeId: id });

interface NameManagerProps {
  readonly kind: Kind;
  readonly actor: User;
}

/** Genres or themes: create, edit, order, merge. */
export function NameManager({ kind, actor }: NameManagerProps) {
  const list = useNames(kind);
  const { emptyText } = kinds[kind];
  return (
    <>
      <AddForm kind={kind} />
      <QueryState
        query={list}
        loading={<Skeleton className="h-96 rounded-card" />}
        errorTitle={t("catalogueAdmin.loadFailed")}
        isEmpty={(names) => names.length === 0}
        empty={<EmptyState title={t(emptyText)} />}
      >
        {(names) => (
          <ol className="divide-y divide-line rounded-card border border-line bg-surface">
            {names.map((name) => (
              <li key={name.id} className="flex items-center gap-1 py-1 ps-4 pe-2">
                <NameRow kind={kind} name={name} all={names} actor={actor} />
                {kind === "genre" && <OrderButtons genre={name} all={names} />}
              </li>
            ))}
          </ol>
        )}
      </QueryState>
      {kind === "genre" && <SubjectReview />}
      <RecentMerges kind={kind} />
    </>
  );
}

function useNames(kind: Kind) {
  const genres = useQuery({
    ...query(contract.listManagedGenres, {}),
    enabled: kind === "genre",
    select: (reply): readonly Name[] => reply.genres,
  });
  const tropes = useQuery({
    ...query(contract.listManagedTropes, {}),
    enabled: kind === "trope",
    select: (reply): readonly Name[] => reply.tropes,
  });
  return kind === "genre" ? genres : tropes;
}

function AddForm({ kind }: Pick<NameManagerProps, "kind">) {
  const { create, newText } = kinds[kind];
  const form = useContractForm(create, {
    values: { name: "" },
    toInput: (body) => ({ body }),
    errorField: "name",
    onSuccess: () => form.reset({ name: "" }),
  });
  return (
    <form {...form.props} className="mb-4 flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <TextField {...form.field("name")} label={t(newText)} />
      </div>
      <Button type="submit" isPending={form.isPending} className="mt-6.5">
        {t("catalogueAdmin.add")}
      </Button>
    </form>
  );
}

interface OrderButtonsProps {
  readonly genre: Name;
  readonly all: readonly Name[];
}

function OrderButtons({ genre, all }: OrderButtonsProps) {
  const order = useContractMutation(contract.orderGenres, { handlesErrors: true });
  const from = all.indexOf(genre);
  const name = getGenreName(genre.name);
  const move = (to: number) => {
    const ids = all.flatMap(({ id }) => (id === genre.id ? [] : id));
    order.mutate({ body: { ids: ids.toSpliced(to, 0, genre.id) } }, { onError });
  };
  return (
    <>
      <IconButton
        label={t("catalogueAdmin.moveUp", { name })}
        icon={<ArrowUp aria-hidden />}
        disabled={from === 0 || order.isPending}
        onClick={() => move(from - 1)}
      />
      <IconButton
        label={t("catalogueAdmin.moveDown", { name })}
        icon={<ArrowDown aria-hidden />}
        disabled={from === all.length - 1 || order.isPending}
        onClick={() => move(from + 1)}
      />
    </>
  );
}

interface NameRowProps extends NameManagerProps {
  readonly name: Name;
  readonly all: readonly Name[];
}

function NameRow({ kind, name, all, actor }: NameRowProps) {
  const [openDialog, setOpenDialog] = useState<"edit" | "merge" | null>(null);
  const { remove } = kinds[kind];
  const removeMutation = useContractMutation<typeof remove>(remove, { handlesErrors: true });
  const others = all.filter(({ id }) => id !== name.id);
  const close = () => setOpenDialog(null);
  return (
    <>
      <div className="min-w-0 flex-1">
        <ManagedName name={name.name} bookCount={name.bookCount} />
      </div>
      <Button tone="quiet" size="small" onClick={() => setOpenDialog("edit")}>
        {t("catalogueAdmin.edit")}
      </Button>
      {name.bookCount === 0 && actor.isAdmin && (
        <Button
          tone="quiet"
          size="small"
          isPending={removeMutation.isPending}
          onClick={() => removeMutation.mutate({ params: getParams(kind, name.id) }, { onError })}
        >
          {t("catalogueAdmin.delete")}
        </Button>
      )}
      <Button tone="quiet" size="small" disabled={others.length === 0} onClick={() => setOpenDialog("merge")}>
        {t("catalogueAdmin.merge")}
      </Button>
      {openDialog === "edit" && <EditDialog kind={kind} name={name} onClose={close} />}
      {openDialog === "merge" && (
        <MergeDialog
          kind={kind}
          from={{ id: name.id, name: getGenreName(name.name) }}
          picker={(targetId, onChange) => (
            <TargetSelect others={others} targetId={targetId} onChange={onChange} />
          )}
          onClose={close}
        />
      )}
    </>
  );
}

interface EditDialogProps {
  readonly kind: Kind;
  readonly name: Name;
  readonly onClose: () => void;
}

function EditDialog({ kind, name: { id, name, description = "", icon }, onClose }: EditDialogProps) {
  const { edit } = kinds[kind];
  const form = useContractForm(edit, {
    values: { name, description, icon: icon ?? ("book-marked" as GenreIcon) },
    toInput: (values) =>
      kind === "genre"
        ? { params: { genreId: id }, body: values }
        : { params: { tropeId: id }, body: { name: values.name } },
    onSuccess: () => {
      toast({ title: t("catalogueAdmin.saved") });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("catalogueAdmin.editTitle", { name: getGenreName(name) })}
      submit={t("common.save")}
      onClose={onClose}
    >
      <TextField {...form.field("name")} label={t("catalogueAdmin.name")} hint={getTranslationHint(name)} />
      {kind === "genre" && (
        <>
          <TextArea {...form.field("description")} label={t("catalogueAdmin.description")} rows={3} />
          <Select
            {...form.field("icon")}
            label={t("catalogueAdmin.icon")}
            options={genreIcons.map((value) => ({ value, label: t(`catalogueAdmin.icon-${value}`) }))}
          />
        </>
      )}
    </FormDialog>
  );
}
