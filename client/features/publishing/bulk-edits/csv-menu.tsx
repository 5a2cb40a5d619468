import { FileSpreadsheet } from "lucide-react";
import { useRef, useState } from "react";
import { getUrl } from "#shared/api/http-client.ts";
import { type CsvPreview, csvContract, csvStreams } from "#shared/publishing/csv.ts";
import { formatValue, getFieldLabel } from "#client/features/publishing/book-form/field-labels.ts";
import { getErrorMessage, getReasonText } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const exportUrl = getUrl(csvStreams.exportBooksCsv, {});

/** Export and import of metadata as CSV. */
export function CsvMenu() {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <Menu
        label={t("publishing.csv")}
        groups={[
          [
            { label: t("publishing.importCsv"), onSelect: () => input.current?.click() },
            { label: t("publishing.exportCsv"), onSelect: () => location.assign(exportUrl) },
          ],
        ]}
        trigger={(props) => (
          <Button {...props} tone="quiet" size="small" icon={<FileSpreadsheet aria-hidden />}>
            {t("publishing.csv")}
          </Button>
        )}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={t("publishing.importCsv")}
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null);
          target.value = "";
        }}
      />
      {file && <CsvDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}

interface CsvDialogProps {
  readonly file: File;
  readonly onClose: () => void;
}

function CsvDialog({ file, onClose }: CsvDialogProps) {
  const preview = useContractMutation(csvContract.previewCsv, { handlesErrors: true });
  const apply = useContractMutation(csvContract.applyCsv, {
    handlesErrors: true,
  });
  const toQuery = (includesLocked: boolean) => (includesLocked ? { includesLocked: true } : {});
  const changed = preview.data?.changed;
  const form = useForm({
    values: { includesLocked: false },
    onSubmit: async ({ includesLocked }) => {
      if (changed === undefined) return preview.mutateAsync({ file, query: toQuery(includesLocked) });
      await apply.mutateAsync({ file, query: { expected: String(changed), ...toQuery(includesLocked) } });
      toast({ title: t("publishing.bulkStarted", { n: changed, count: formatCount(changed) }) });
      return onClose();
    },
  });
  const error = form.error ?? (preview.error && getErrorMessage(preview.error));
  return (
    <FormDialog
      form={{ ...form, error, isPending: form.isPending || preview.isPending }}
      title={t("publishing.importCsv")}
      description={t("publishing.csvHint")}
      submit={
        changed === undefined
          ? t("publishing.csvCheck")
          : t("publishing.bulkApply", { n: changed, count: formatCount(changed) })
      }
      onClose={onClose}
    >
      <p dir="auto" className="truncate font-medium">
        {file.name}
      </p>
      <Checkbox
        {...form.toggle("includesLocked")}
        label={t("publishing.csvLocked")}
        onChange={({ target }) => {
          form.set({ includesLocked: target.checked });
          preview.mutate({ file, query: toQuery(target.checked) });
        }}
      />
      {preview.data && <Preview preview={preview.data} />}
    </FormDialog>
  );
}

function Preview({ preview }: { readonly preview: CsvPreview }) {
  const { rows, changed, unchanged, problems, problemCount, examples } = preview;
  return (
    <div className="flex flex-col gap-3 text-small" role="status">
      <p>
        {t("publishing.csvResult", {
          rows: formatCount(rows),
          changed: formatCount(changed),
          unchanged: formatCount(unchanged),
          problems: formatCount(problemCount),
        })}
      </p>
      {problems.length > 0 && (
        <ul className="max-h-40 overflow-y-auto rounded-control border border-line p-2">
          {problems.map(({ row, reason }) => (
            <li key={`${row} ${reason.code}`}>
              {t("publishing.csvRow", { row })}{" "}
              <span className="text-destructive">{getReasonText(reason)}</span>
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <ul className="flex max-h-52 flex-col gap-2 overflow-y-auto rounded-control border border-line p-2">
          {examples.map(({ row, title, changes }) => (
            <li key={row}>
              <p dir="auto" className="font-medium">
                {title}
              </p>
              {changes.map(({ field, before, after }) => (
                <p key={field} dir="auto" className="break-words text-muted">
                  {getFieldLabel(field)}: <s>{formatValue(before)}</s> {formatValue(after)}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
