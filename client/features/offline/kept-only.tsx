import type { ReactNode } from "react";
import type { BookId } from "#shared/books/book.ts";
import { useSession } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { isOpen } from "#client/lib/offline/kept-caches.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { useOfflineBooks } from "./use-offline-books.ts";

interface KeptOnlyProps {
  readonly bookId: BookId;
  readonly text: ReactNode;
  readonly audio: ReactNode;
}

/** Opens the kept parts of a book without a connection; without any, a link to the kept books. */
export function KeptOnly({ bookId, text, audio }: KeptOnlyProps) {
  const { user, isLoading } = useSession();
  const { books } = useOfflineBooks(user?.id ?? null);
  if (isLoading || books === null) return null;
  const kept = books.find((book) => book.bookId === bookId && book.state === "complete");
  if (kept && isOpen(kept, Date.now())) {
    return (
      <>
        {kept.hasText && text}
        {kept.hasAudio && audio}
      </>
    );
  }
  if (kept) {
    return <p className="w-full">{t(kept.isLocked ? "offline.locked" : "offline.lockedAge")}</p>;
  }
  return (
    <p className="w-full">
      {t("offline.notKept")}{" "}
      {books.length > 0 && <TextLink to="/library?view=downloads">{t("offline.showKept")}</TextLink>}
    </p>
  );
}
