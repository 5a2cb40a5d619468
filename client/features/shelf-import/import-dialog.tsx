import { Check } from "lucide-react";
import { type ShelfPreview, shelfImportContract } from "#shared/shelf-import/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { ImportRow } from "./import-row.tsx";

const { previewImport, runImport } = shelfImportContract;

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const preview = useContractMutation(previewImport, { handlesErrors: true });
  const form = useContractForm(runImport, {
    values: { file: null as File | null },
    toInput: ({ file }) => ({ file: file as File }),
    errorField: "file",
    onSuccess: ({ added, saved, shelves }) => {
      const texts = [
        t("shelfImport.doneHint", { added, saved }),
        ...(shelves > 0 ? [t("shelfImport.filledShelves", { n: shelves })] : []),
      ];
      toast({ title: t("shelfImport.done"), description: texts.join(" ") });
      onClose();
    },
  });
  const { error } = form.field("file");
  const selectFile = (file: File | null) => {
    form.set({ file });
    if (file) preview.mutate({ file });
    else preview.reset();
  };
  return (
    <FormDialog
      form={form}
      title={t("shelfImport.choose")}
      description={t("shelfImport.instructions")}
      submit={t("shelfImport.import")}
      isDisabled={!preview.data || preview.data.total === 0}
      onClose={onClose}
    >
      <Field
        label={t("shelfImport.file")}
        error={error ?? (preview.error ? getErrorMessage(preview.error) : undefined)}
      >
        {(fieldProps) => (
          <input
            {...fieldProps}
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => selectFile(target.files?.[0] ?? null)}
            className={controlClassName}
          />
        )}
      </Field>
      <div aria-live="polite" className="min-h-6 shrink-0">
        {preview.isPending && <p className="text-muted">{t("shelfImport.reading")}</p>}
        {preview.data && <Preview preview={preview.data} />}
      </div>
    </FormDialog>
  );
}

function Preview({ preview }: { readonly preview: ShelfPreview }) {
  const { source, total, found, rows, skipped, skippedCount } = preview;
  return (
    <div className="flex flex-col gap-3">
      <p>{t("shelfImport.found", { source: t(`shelfImport.source_${source}`), total, found })}</p>
      <p className="text-muted text-small">{t("shelfImport.summary")}</p>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {rows.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a preview never changes its order.
          <li key={n} className="flex items-center gap-2 px-3 py-2">
            <ImportRow row={row} />
            {row.book && (
              <span className="flex shrink-0 items-center gap-1 text-badge text-primary">
                <Check aria-hidden className="size-4" />
                {t("shelfImport.available")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.length < total && (
        <p className="text-muted text-small">{t("shelfImport.more", { n: total - rows.length })}</p>
      )}
      <ImportedShelves preview={preview} />
      {skippedCount > 0 && (
        <p className="text-muted text-small">
          {t("shelfImport.skippedRows", {
            n: skippedCount,
            lines: formatItems(skipped.map(({ line }) => String(line))),
          })}
        </p>
      )}
    </div>
  );
}

/** The reader's own shelves or tags in the file; nothing when there are none. */
function ImportedShelves({ preview: { shelves, skippedShelves } }: { readonly preview: ShelfPreview }) {
  if (shelves.length === 0) return null;
  return (
    <>
      <p>{t("shelfImport.shelves", { n: shelves.length })}</p>
      <ul className="max-h-56 list-disc overflow-y-auto ps-5 text-small">
        {shelves.map(({ name, books, isNew }) => (
          <li key={name} dir="auto">
            {t(isNew ? "shelfImport.newShelf" : "shelfImport.ownShelf", { name, n: books })}
          </li>
        ))}
      </ul>
      <p className="text-muted text-small">{t("shelfImport.shelvesHint")}</p>
      {skippedShelves > 0 && (
        <p className="text-muted text-small">{t("shelfImport.skippedShelves", { n: skippedShelves })}</p>
      )}
    </>
  );
}
