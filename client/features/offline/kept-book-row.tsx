import { CloudDownload, Pause, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { useOnline } from "#client/lib/api/connection.ts";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { isOpen } from "#client/lib/offline/kept-caches.ts";
import { Cover } from "#client/ui/books/cover.tsx";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import type { KeptBook } from "./kept-book.ts";
import type { Failure, OfflineBooks } from "./offline-books.ts";

interface KeptBookRowProps {
  readonly book: KeptBook;
  readonly failure: Failure | null;
  readonly offline: OfflineBooks;
  readonly openButton: ReactNode;
}

export function KeptBookRow({ book, failure, offline, openButton }: KeptBookRowProps) {
  const { bookId, title, author, state } = book;
  const isLocked = !isOpen(book, Date.now());
  return (
    <div className="flex items-center gap-4 py-4">
      <Cover
        book={{ id: bookId, title, coverImageUrl: book.coverImageUrl }}
        sizes="64px"
        className="w-16 shrink-0"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link to={`/book/${bookId}`} dir="auto" className="truncate font-medium">
          {title}
        </Link>
        <p dir="auto" className="truncate text-muted text-small">
          {author}
        </p>
        <Status book={book} failure={failure} isLocked={isLocked} />
      </div>
      {state === "complete" && !isLocked && openButton}
      {state === "downloading" && failure === null && (
        <IconButton
          label={t("offline.pauseOf", { title })}
          icon={<Pause aria-hidden />}
          onClick={() => void offline.pause(bookId)}
        />
      )}
      {(state === "paused" || state === "failed" || failure !== null) && (
        <IconButton
          label={t("offline.continueOf", { title })}
          icon={<CloudDownload aria-hidden />}
          onClick={() => void offline.keep(bookId)}
        />
      )}
      <IconButton
        label={t("offline.removeOf", { title })}
        icon={<Trash2 aria-hidden />}
        onClick={() => void offline.remove(bookId)}
      />
    </div>
  );
}

interface StatusProps extends Pick<KeptBookRowProps, "book" | "failure"> {
  readonly isLocked: boolean;
}

function Status({ book, failure, isLocked }: StatusProps) {
  const isOnline = useOnline();
  if (isLocked) {
    return (
      <p className="text-destructive text-small">
        {t(book.isLocked ? "offline.locked" : "offline.lockedAge")}
      </p>
    );
  }
  if (book.state === "complete") return <p className="text-muted text-small">{formatBytes(book.bytes)}</p>;
  const progress = { stored: formatBytes(book.storedBytes), total: formatBytes(book.bytes) };
  return (
    <>
      <ProgressBar
        value={(book.storedBytes / Math.max(1, book.bytes)) * 100}
        label={t("offline.progressOf", { title: book.title })}
      />
      <p className="text-muted text-small tabular-nums">{t("offline.progress", progress)}</p>
      {book.state === "failed" && failure !== "full" && (
        <p className="text-destructive text-small">{t("offline.failedRefused")}</p>
      )}
      {failure === "full" && <p className="text-destructive text-small">{t("offline.failedFull")}</p>}
      {book.state === "downloading" && (failure === "network" || !isOnline) && (
        <p className="text-muted text-small">{t("offline.waiting")}</p>
      )}
    </>
  );
}
