import { useInfiniteQuery } from "@tanstack/react-query";
import { FileUp, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { type ImportedBook, shelfImportContract } from "#shared/shelf-import/contract.ts";
import { infiniteQuery, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Section } from "#client/ui/section.tsx";
import { ImportRow } from "./import-row.tsx";

const ImportDialog = lazyOverlay(async () => (await import("./import-dialog.tsx")).ImportDialog);

export function ShelfImport() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t("shelfImport.title")}>
      <p className="mb-4 max-w-measure text-muted">{t("shelfImport.hint")}</p>
      <Button tone="secondary" size="small" icon={<FileUp aria-hidden />} onClick={() => setOpen(true)}>
        {t("shelfImport.choose")}
      </Button>
      <StoredBooks />
      <Suspense>{isOpen && <ImportDialog onClose={() => setOpen(false)} />}</Suspense>
    </Section>
  );
}

function StoredBooks() {
  const stored = useInfiniteQuery(
    infiniteQuery(shelfImportContract.listImportedBooks, { query: { limit: 20 } }),
  );
  const books = stored.data?.pages.flatMap((page) => page.books) ?? [];
  // Hidden for readers without imported books.
  if (books.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-3 font-medium">
        {t("shelfImport.saved", { n: stored.data?.pages[0]?.total ?? books.length })}
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {books.map((book) => (
          <StoredBookRow key={book.id} book={book} />
        ))}
      </ul>
      <LoadMore
        isRequested
        hasMore={stored.hasNextPage}
        isLoading={stored.isFetchingNextPage}
        error={stored.isError ? stored.error : null}
        onLoad={() => void stored.fetchNextPage()}
      />
    </>
  );
}

function StoredBookRow({ book }: { readonly book: ImportedBook }) {
  const [isConfirming, setConfirming] = useState(false);
  const deleteMutation = useContractMutation(shelfImportContract.deleteImportedBook);
  const name = t("shelfImport.removeOf", { title: book.title });
  return (
    <li className="flex items-center gap-3 px-4 py-2">
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
    </li>
  );
}
