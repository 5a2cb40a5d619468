import { ListPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { Book } from "#shared/books/book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const AddToShelfDialog = lazyOverlay(
  async () => (await import("./add-to-shelf-dialog.tsx")).AddToShelfDialog,
);

export function AddToShelf({ book }: { readonly book: Pick<Book, "id" | "title"> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" icon={<ListPlus aria-hidden />} onClick={() => setOpen(true)}>
        {t("shelves.add")}
      </Button>
      <Suspense>{isOpen && <AddToShelfDialog book={book} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
