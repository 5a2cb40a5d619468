import {
  type BulkChanges,
  bulkEditsContract,
  ListMode,
  maxListNames,
} from "#shared/publishing/bulk-edits.ts";
import type { BookListQuery, NameKind, PublishingRow } from "#shared/publishing/publishing-book.ts";
import { getGenreName } from "#client/features/books/index.ts";
import { languages } from "#client/features/publishing/book-form/book-form-fields.tsx";
import { formatValue, getFieldLabel } from "#client/features/publishing/book-form/field-labels.ts";
import { NamesField } from "#client/features/publishing/book-form/names-field.tsx";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatCount, getLanguageName } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface BulkEditDialogProps {
  /** Null: all books that match the filters. */
  readonly selected: readonly PublishingRow[] | null;
  readonly total: number;
  readonly filters: BookListQuery;
  readonly onClose: (isStarted: boolean) => void;
}

const flags = ["isFree", "allowsDownload", "isFeatured"] as const;
const texts = [
  { name: "publisher", maxLength: 200 },
  { name: "licence", maxLength: 500 },
] as const;

/** Sets fields of many books; a field that is not set keeps the value of each book. */
export function BulkEditDialog({ selected, total, filters, onClose }: BulkEditDialogProps) {
  const form = useContractForm(bulkEditsContract.startBulkEdit, {
    values: { edited: {} as BulkChanges },
    validate: ({ edited }) => {
      if (Object.keys(edited).length === 0) return { form: t("publishing.bulkEmpty") };
      const isUnnamed = [edited.genres, edited.tropes].some((list) => list?.names.length === 0);
      return isUnnamed ? { form: t("publishing.bulkNamesEmpty") } : {};
    },
    toInput: ({ edited }) => ({
      body: {
        ...(selected ? { ids: selected.map(({ id }) => id) } : { query: filters }),
        expected: total,
        changes: edited,
      },
    }),
    onSuccess: () => {
      toast({ title: t("publishing.bulkStarted", { n: total, count: formatCount(total) }) });
      onClose(true);
    },
  });
  const changes = form.values.edited;
  const setChange = <Name extends keyof BulkChanges>(name: Name, value: BulkChanges[Name] | undefined) => {
    const { [name]: _, ...others } = changes;
    form.set({ edited: value === undefined ? others : { ...others, [name]: value } });
  };
  return (
    <FormDialog
      form={form}
      title={t("publishing.bulkTitle", { n: total, count: formatCount(total) })}
      description={t("publishing.bulkHint")}
      submit={t("publishing.bulkApply", { n: total, count: formatCount(total) })}
      onClose={() => onClose(false)}
    >
      <Select
        label={getFieldLabel("language")}
        {...getCurrentValueHint(selected, ({ language }) => getLanguageName(language))}
        value={changes.language ?? ""}
        options={[keepCurrentOption, ...languages.map((value) => ({ value, label: getLanguageName(value) }))]}
        onChange={(language) => setChange("language", language || undefined)}
      />
      <ListField kind="genre" value={changes.genres} onChange={(genres) => setChange("genres", genres)} />
      <ListField kind="trope" value={changes.tropes} onChange={(tropes) => setChange("tropes", tropes)} />
      {texts.map(({ name, maxLength }) => (
        <TextField
          key={name}
          label={getFieldLabel(name)}
          placeholder={keepCurrentOption.label}
          maxLength={maxLength}
          value={changes[name] ?? ""}
          onChange={({ target }) => setChange(name, target.value || undefined)}
        />
      ))}
      {flags.map((name) => (
        <Select
          key={name}
          label={getFieldLabel(name)}
          {...(name !== "allowsDownload" && getCurrentValueHint(selected, (book) => formatValue(book[name])))}
          value={changes[name] === undefined ? "" : changes[name] ? "yes" : "no"}
          options={[
            keepCurrentOption,
            { value: "yes", label: t("publishing.yes") },
            { value: "no", label: t("publishing.no") },
          ]}
          onChange={(value) => setChange(name, value === "" ? undefined : value === "yes")}
        />
      ))}
    </FormDialog>
  );
}

const keepCurrentOption = {
  value: "",
  get label() {
    return t("publishing.keepCurrent");
  },
};

/** The value that the chosen books have in common. */
function getCurrentValueHint(
  selected: readonly PublishingRow[] | null,
  getText: (book: PublishingRow) => string,
): { readonly hint?: string } {
  if (!selected) return {};
  const [value, ...others] = new Set(selected.map(getText));
  if (value === undefined) return {};
  return { hint: others.length > 0 ? t("publishing.mixed") : t("publishing.currentValue", { value }) };
}

interface ListFieldProps {
  readonly kind: Extract<NameKind, "genre" | "trope">;
  readonly value: BulkChanges["genres"];
  readonly onChange: (value: BulkChanges["genres"]) => void;
}

function ListField({ kind, value, onChange }: ListFieldProps) {
  const label = getFieldLabel(`${kind}s`);
  return (
    <>
      <Select
        label={label}
        value={value?.mode ?? ""}
        options={[
          keepCurrentOption,
          ...ListMode.options.map((mode) => ({ value: mode, label: t(`publishing.mode-${mode}`) })),
        ]}
        onChange={(mode) =>
          onChange(mode === "" ? undefined : { mode: ListMode.parse(mode), names: value?.names ?? [] })
        }
      />
      {value && (
        <NamesField
          kind={kind}
          label={t("publishing.modeNames", { field: label, mode: t(`publishing.mode-${value.mode}`) })}
          names={value.names}
          max={maxListNames[`${kind}s`]}
          canCreate={false}
          getDisplayName={getGenreName}
          onChange={(names) => onChange({ ...value, names })}
        />
      )}
    </>
  );
}
