import { Check } from "lucide-react";
import { useState } from "react";
import { libraryContract } from "#shared/library/contract.ts";
import { importsContract, type ShelfPreview } from "#shared/shelf-import/contract.ts";
import { problemText, serverSentence } from "#client/lib/api/error-message.ts";
import { useCall } from "#client/lib/api/query.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { controlLook, Field } from "#client/ui/forms/field.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { ofKept } from "./import-query-keys.ts";
import { ShelfLine } from "./import-row.tsx";

const { previewImport, runImport } = importsContract;
const refreshes = [...ofKept, libraryContract.listLibrary, libraryContract.getLibraryCounts];

/** Takes a table of books: shown first, taken over when that is wanted. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const preview = useCall(previewImport, { saysItself: true });
  const taking = useCall(runImport, { refreshes, saysItself: true });
  const error = preview.error ?? taking.error;

  const choose = (chosen: File | null) => {
    setFile(chosen);
    taking.reset();
    if (chosen) preview.mutate({ file: chosen });
    else preview.reset();
  };
  const take = () => {
    if (!file) return;
    taking.mutate(
      { file },
      {
        onSuccess: ({ added, kept }) => {
          toast({ title: say("imports.done"), description: say("imports.doneHint", { added, kept }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={say("imports.choose")} description={say("imports.how")} isOpen onClose={onClose}>
      <Field
        label={say("imports.file")}
        error={error ? (serverSentence(error) ?? problemText(error)) : undefined}
      >
        {(tied) => (
          <input
            {...tied}
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => choose(target.files?.[0] ?? null)}
            className={controlLook}
          />
        )}
      </Field>
      <div aria-live="polite" className="min-h-6 shrink-0">
        {preview.isPending && <p className="text-muted">{say("imports.reading")}</p>}
        {preview.data && <Preview preview={preview.data} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {say("common.cancel")}
        </Button>
        <Button
          disabled={!preview.data || preview.data.total === 0}
          isPending={taking.isPending}
          onClick={take}
        >
          {say("imports.take")}
        </Button>
      </div>
    </Dialog>
  );
}

function Preview({ preview }: { readonly preview: ShelfPreview }) {
  const { source, total, found, rows, leftOut, leftOutCount } = preview;
  return (
    <div className="flex flex-col gap-3">
      <p>{say("imports.found", { source: say(`imports.source_${source}`), total, found })}</p>
      <p className="text-muted text-small">{say("imports.whatHappens")}</p>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line">
        {rows.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a preview never changes its order.
          <li key={n} className="flex items-center gap-2 px-3 py-2">
            <ShelfLine row={row} />
            {row.book && (
              <span className="flex shrink-0 items-center gap-1 text-badge text-primary">
                <Check aria-hidden className="size-4" />
                {say("imports.isHere")}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.length < total && (
        <p className="text-muted text-small">{say("imports.more", { n: total - rows.length })}</p>
      )}
      {leftOutCount > 0 && (
        <p className="text-muted text-small">
          {say("imports.leftOut", { n: leftOutCount, lines: leftOut.map(({ line }) => line).join(", ") })}
        </p>
      )}
    </div>
  );
}
