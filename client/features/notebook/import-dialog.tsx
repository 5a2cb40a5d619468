import { useRef, useState } from "react";
import type { ReplyOf } from "#shared/api/contract.ts";
import { type MarkImportSource, markImportContract } from "#shared/notebook/import-contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { controlClassName, Field } from "#client/ui/forms/field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { ImportedBookRow } from "./imported-book-row.tsx";

type Preview = ReplyOf<typeof markImportContract.previewMarkImport>;

const sourceNames: Readonly<Record<MarkImportSource, string>> = {
  readest: "Readest",
  koreader: "KOReader",
  kobo: "Kobo",
  kindle: "Kindle",
  "epub-annotations": "EPUB Annotations",
  "web-annotations": "Web Annotations",
  csv: "CSV",
};

/** Imports marks of another reader, after showing what is found in which book. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const choices = useRef(new Map<string, string>());
  const preview = useContractMutation(markImportContract.previewMarkImport, { handlesErrors: true });
  const run = useContractMutation(markImportContract.importMarks, { handlesErrors: true });
  const getInput = (chosen: File) => {
    const books = [...choices.current].map(([key, id]) => `${key}=${id}`).join(",");
    return { file: chosen, query: { books: books || undefined } };
  };
  const selectFile = (chosen: File | null) => {
    choices.current.clear();
    run.reset();
    setFile(chosen);
    if (chosen) preview.mutate(getInput(chosen));
    else preview.reset();
  };
  const choose = (key: string, bookId: string) => {
    choices.current.set(key, bookId);
    if (file) preview.mutate(getInput(file));
  };
  const start = () => {
    if (!file) return;
    run.mutate(getInput(file), {
      onSuccess: ({ added, existing, missing }) => {
        toast({
          title: t("notebook.imported", { n: added }),
          description: t("notebook.importedHint", { existing, missing }),
        });
        onClose();
      },
    });
  };
  const error = preview.error ?? run.error;
  return (
    <Dialog title={t("notebook.import")} description={t("notebook.importHint")} isOpen onClose={onClose}>
      <Field label={t("notebook.file")} error={error ? getErrorMessage(error) : undefined}>
        {(fieldProps) => (
          <input
            {...fieldProps}
            type="file"
            accept=".txt,.csv,.json,.jsonld,.lua,.zip,.annotation"
            onChange={({ target }) => selectFile(target.files?.[0] ?? null)}
            className={controlClassName}
          />
        )}
      </Field>
      <div aria-live="polite" className="flex min-h-6 flex-col gap-3">
        {preview.isPending && <p className="text-muted">{t("notebook.reading")}</p>}
        {preview.data && !preview.isPending && <PreviewList preview={preview.data} onChoose={choose} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button
          isPending={run.isPending}
          disabled={!preview.data || preview.isPending || preview.data.found === 0}
          onClick={start}
        >
          {t("notebook.importCount", { n: preview.data?.found ?? 0 })}
        </Button>
      </div>
    </Dialog>
  );
}

interface PreviewListProps {
  readonly preview: Preview;
  readonly onChoose: (key: string, bookId: string) => void;
}

function PreviewList({ preview, onChoose }: PreviewListProps) {
  const { source, total, found, existing, books, marks } = preview;
  const left = marks.filter(
    ({ result }) => result !== "found" && result !== "changed" && result !== "exists",
  );
  return (
    <>
      <p>{t("notebook.foundOf", { source: sourceNames[source], total, found, existing })}</p>
      <ul className="flex flex-col gap-2">
        {books.map((book) => (
          <li key={book.key}>
            <ImportedBookRow book={book} onChoose={(id) => onChoose(book.key, id)} />
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {t("notebook.notImported", { n: total - found - existing })}
          </summary>
          <ul className="divide-y divide-line rounded-control border border-line text-small">
            {left.map(({ text, note, result }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a preview never changes its order.
              <li key={n} className="px-3 py-2">
                <p dir="auto" className="line-clamp-3 wrap-anywhere">
                  {text || note || t("notebook.noWords")}
                </p>
                <p className="text-muted">{t(`notebook.result_${result}`)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
