import { useQuery } from "@tanstack/react-query";
import type { Book } from "#shared/books/book.ts";
import { getErrorMessage, getErrorStatus } from "#client/lib/api/error-message.ts";
import { useUser } from "#client/lib/api/session.ts";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { measureDictionary } from "#client/lib/offline/kept-dictionary.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { planBook } from "./book-plan.ts";
import { KeepOptions } from "./keep-options.tsx";
import { useOfflineBooks } from "./use-offline-books.ts";

export type KeepableBook = Pick<Book, "id" | "title">;

interface KeepDialogProps {
  readonly book: KeepableBook;
  readonly onClose: () => void;
}

/** The size of a book before it is downloaded. */
export function KeepDialog({ book, onClose }: KeepDialogProps) {
  const { offline } = useOfflineBooks(useUser()?.id ?? null);
  const size = useQuery({
    queryKey: ["kept book size", book.id],
    queryFn: () => measureBook(book.id),
    gcTime: 0,
  });
  const isTooLarge = size.data !== undefined && size.data.total > size.data.free;
  const keep = () => {
    // Browsers grant it more readily when the reader has just asked for something to be kept.
    void navigator.storage?.persist?.();
    void offline?.keep(book.id);
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={t("offline.keepTitle", { title: `\u2068${book.title}\u2069` })}
      description={t("offline.keepHint")}
      onClose={onClose}
    >
      <div role="status" className="flex flex-col gap-2">
        {size.isLoading && <p className="text-muted">{t("offline.measuring")}</p>}
        {size.error && <p className="text-destructive">{getSizeError(size.error)}</p>}
        {size.data && <Sizes {...size.data} />}
        {isTooLarge && <p className="text-destructive">{t("offline.tooLarge")}</p>}
      </div>
      <KeepOptions />
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button disabled={!size.data || isTooLarge} onClick={keep}>
          {t("offline.start")}
        </Button>
      </div>
    </Dialog>
  );
}

function getSizeError(error: unknown): string {
  return [403, 404].includes(getErrorStatus(error) ?? 0) ? t("offline.noAccess") : getErrorMessage(error);
}

interface BookSize {
  readonly text: number;
  readonly audio: number;
  readonly dictionary: number;
  readonly total: number;
  readonly free: number;
}

async function measureBook(bookId: Book["id"]): Promise<BookSize> {
  const [{ record, files, needsDictionary }, estimate] = await Promise.all([
    planBook(bookId),
    navigator.storage?.estimate?.() ?? {},
  ]);
  const dictionary = needsDictionary ? await measureDictionary() : 0;
  const text = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const free =
    estimate.quota === undefined ? Number.POSITIVE_INFINITY : estimate.quota - (estimate.usage ?? 0);
  return { text, audio: record.bytes - text, dictionary, total: record.bytes + dictionary, free };
}

function Sizes({ text, audio, dictionary, free }: BookSize) {
  const rows = [
    ["offline.text", text],
    ["offline.audio", audio],
    ["offline.dictionary", dictionary],
    ["offline.free", free],
  ] as const;
  return (
    <dl className="flex flex-col gap-1">
      {rows.map(
        ([name, bytes]) =>
          bytes > 0 &&
          Number.isFinite(bytes) && (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{t(name)}</dt>
              <dd className="whitespace-nowrap tabular-nums">{formatBytes(bytes)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
