import { useInfiniteQuery } from "@tanstack/react-query";
import { FileUp, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { importsContract, type KeptBook } from "#shared/shelf-import/contract.ts";
import { endlessQuery, useCall } from "#client/lib/api/query.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { LoadMore } from "#client/ui/feedback/load-more.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { lazyLayer } from "#client/ui/overlays/lazy-overlay.tsx";
import { Section } from "#client/ui/section.tsx";
import { ofKept } from "./import-query-keys.ts";
import { ShelfLine } from "./import-row.tsx";

const ImportDialog = lazyLayer(async () => (await import("./import-dialog.tsx")).ImportDialog);

/** Books brought along from elsewhere: the way to bring them, and those that are kept. */
export function Imports() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={say("imports.title")}>
      <p className="mb-4 max-w-measure text-muted">{say("imports.hint")}</p>
      <Button tone="secondary" size="small" icon={<FileUp aria-hidden />} onClick={() => setOpen(true)}>
        {say("imports.choose")}
      </Button>
      <KeptBooks />
      <Suspense>{isOpen && <ImportDialog onClose={() => setOpen(false)} />}</Suspense>
    </Section>
  );
}

function KeptBooks() {
  const kept = useInfiniteQuery(endlessQuery(importsContract.listKept, { query: { limit: 20 } }));
  const books = kept.data?.pages.flatMap((page) => page.books) ?? [];
  // Most readers have none, and nothing is missing then.
  if (books.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-3 font-medium">
        {say("imports.kept", { n: kept.data?.pages[0]?.total ?? books.length })}
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {books.map((book) => (
          <KeptLine key={book.id} book={book} />
        ))}
      </ul>
      <LoadMore
        isAsked
        hasMore={kept.hasNextPage}
        isLoading={kept.isFetchingNextPage}
        error={kept.isError ? kept.error : null}
        onLoad={() => void kept.fetchNextPage()}
      />
    </>
  );
}

function KeptLine({ book }: { readonly book: KeptBook }) {
  const [isAsking, setAsking] = useState(false);
  const removal = useCall(importsContract.removeKept, { refreshes: ofKept });
  const name = say("imports.forget", { title: book.title });
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <ShelfLine row={book} />
      <IconButton label={name} icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)} />
      <ConfirmDialog
        title={name}
        description={say("imports.forgetHint")}
        confirmLabel={say("imports.forgetIt")}
        isOpen={isAsking}
        isPending={removal.isPending}
        onConfirm={() => removal.mutate({ params: { keptId: book.id } })}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
