import { Check } from "lucide-react";
import { useState } from "react";
import { type ShelfPreview, shelfImportContract } from "#shared/shelf-import/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { ImportRow } from "./import-row.tsx";

const { previewImport, runImport } = shelfImportContract;

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const preview = useContractMutation(previewImport, { handlesErrors: true });
  const importMutation = useContractMutation(runImport, { handlesErrors: true });
  const error = preview.error ?? importMutation.error;

  const selectFile = (selected: File | null) => {
    setFile(selected);
    importMutation.reset();
    if (selected) preview.mutate({ file: selected });
    else preview.reset();
  };
  const submit = () => {
    if (!file) return;
    importMutation.mutate(
      { file },
      {
        onSuccess: ({ added, saved }) => {
          toast({ title: t("shelfImport.done"), description: t("shelfImport.doneHint", { added, saved }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t("shelfImport.choose")}
      description={t("shelfImport.instructions")}
      isOpen
      onClose={onClose}
    >
      <Field label={t("shelfImport.file")} error={error ? getErrorMessage(error) : undefined}>
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button
          disabled={!preview.data || preview.data.total === 0}
          isPending={importMutation.isPending}
          onClick={submit}
        >
          {t("shelfImport.import")}
        </Button>
      </div>
    </Dialog>
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
