import { type FormEvent, type ReactNode, useState } from "react";
import type { MergeKind } from "#shared/staff/merges.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { getGenreName } from "#client/lib/i18n/genre-name.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface MutationStatus {
  readonly error: unknown;
  readonly isPending: boolean;
}

interface AddFormProps extends MutationStatus {
  readonly label: string;
  readonly onAdd: (name: string, done: () => void) => void;
}

/** Creates a genre or a theme. */
export function AddForm({ label, error, isPending, onAdd }: AddFormProps) {
  const [name, setName] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === "");
    if (name.trim()) onAdd(name, () => setName(""));
  };
  const nameError = error ? (getFieldErrors(error)["name"] ?? getErrorMessage(error)) : undefined;
  return (
    <form noValidate onSubmit={onSubmit} className="mb-4 flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label={label}
          maxLength={60}
          value={name}
          error={isEmpty ? t("common.fieldRequired") : nameError}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" isPending={isPending} className="mt-6.5">
        {t("catalogueAdmin.add")}
      </Button>
    </form>
  );
}

interface EditDialogProps extends MutationStatus {
  readonly title: string;
  readonly initialName: string;
  readonly hint?: string | undefined;
  readonly children?: ReactNode;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Renames a genre, a theme or a contributor; further fields are children. */
export function EditNameDialog(props: EditDialogProps) {
  const { title, initialName, hint, error, isPending, children, onSave, onClose } = props;
  const [name, setName] = useState(initialName);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t("catalogueAdmin.name")}
          hint={hint}
          maxLength={200}
          value={name}
          error={name.trim() ? getFieldErrors(error)["name"] : t("common.fieldRequired")}
          onChange={({ target }) => setName(target.value)}
        />
        {children}
        <FormFooter
          error={error ? getErrorMessage(error) : null}
          submit={t("common.save")}
          isPending={isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface ManagedNameProps {
  readonly name: string;
  readonly bookCount: number;
}

/** The localized name of a genre or theme, and how many books have it. */
export function ManagedName({ name, bookCount }: ManagedNameProps) {
  return (
    <>
      <bdi className="font-medium">{getGenreName(name)}</bdi>{" "}
      <span className="whitespace-nowrap text-muted text-small">
        {t("catalogueAdmin.bookCount", { n: bookCount })}
      </span>
    </>
  );
}

/** Names of contributors are not localized. */
export const getMergedName = (kind: MergeKind, name: string): string =>
  kind === "contributor" ? name : getGenreName(name);

/** Explains a stored name that lists show in translation. */
export function getTranslationHint(name: string): string | undefined {
  const shown = getGenreName(name);
  return shown === name ? undefined : t("catalogueAdmin.translated", { name: shown });
}

interface TargetSelectProps {
  readonly others: readonly { readonly id: string; readonly name: string }[];
  readonly targetId: string;
  readonly onChange: (targetId: string) => void;
}

/** Chooses the name into which another one is merged. */
export function TargetSelect({ others, targetId, onChange }: TargetSelectProps) {
  return (
    <Select
      label={t("catalogueAdmin.into")}
      value={targetId}
      options={[
        { value: "", label: t("catalogueAdmin.chooseTarget") },
        ...others.map(({ id, name }) => ({ value: id, label: getGenreName(name) })),
      ]}
      onChange={onChange}
    />
  );
}
