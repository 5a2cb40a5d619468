import { FileUp, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { type ImportedBook, shelfImportContract } from "#shared/shelf-import/contract.ts";
import { usePagedQuery } from "#client/lib/api/paged-query.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Section } from "#client/ui/section.tsx";
import { ImportRow } from "./import-row.tsx";
import { LibraryExport } from "./library-export.tsx";

const ImportDialog = lazyOverlay(async () => (await import("./import-dialog.tsx")).ImportDialog);

export function ShelfImport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t("shelfImport.title")}>
      <p className="mb-4 max-w-measure text-muted">{t("shelfImport.hint")}</p>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" size="small" icon={<FileUp aria-hidden />} onClick={() => setOpen(true)}>
          {t("shelfImport.choose")}
        </Button>
        <LibraryExport />
      </div>
      <p className="mt-2 max-w-measure text-muted text-small">{t("shelfImport.exportHint")}</p>
      <StoredBooks />
      <Suspense>{isOpen && <ImportDialog onClose={() => setOpen(false)} />}</Suspense>
    </Section>
  );
}

function StoredBooks() {
  const stored = usePagedQuery(shelfImportContract.listImportedBooks, { query: { limit: 20 } });
  // Hidden for readers without imported books.
  if (!stored.rows?.length) return null;
  return (
    <>
      <h3 className="mt-6 mb-3 font-medium">
        {t("shelfImport.saved", { n: stored.first?.total ?? stored.rows.length })}
      </h3>
      <PagedList query={stored} isManual itemClassName="flex items-center gap-3 px-4 py-2">
        {(book) => <StoredBookRow book={book} />}
      </PagedList>
    </>
  );
}

function StoredBookRow({ book }: { readonly book: ImportedBook }) {
  const [isConfirming, setConfirming] = useState(false);
  const deleteMutation = useContractMutation(shelfImportContract.deleteImportedBook);
  const name = t("shelfImport.removeOf", { title: book.title });
  return (
    <>
      <ImportRow row={book} />
      <IconButton label={name} icon={<Trash2 aria-hidden />} onClick={() => setConfirming(true)} />
      <ConfirmDialog
        title={name}
        description={t("shelfImport.removeHint")}
        confirmLabel={t("shelfImport.remove")}
        isOpen={isConfirming}
        isPending={deleteMutation.isPending}
        onConfirm={() => deleteMutation.mutate({ params: { importedBookId: book.id } })}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
