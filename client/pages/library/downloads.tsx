import { BookOpen } from "lucide-react";
import type { UserId } from "#shared/accounts/user.ts";
import { LocalBooksSection } from "#client/features/local-books/local-books-section.tsx";
import { useLocalBooks } from "#client/features/local-books/use-local-books.ts";
import { DownloadsView } from "#client/features/offline/downloads-view.tsx";
import { ListenButton } from "#client/features/player/components/listen-button.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ButtonLink } from "#client/ui/forms/button.tsx";

/** The books on this device. */
export function Downloads() {
  const user = useUser();
  return user && <DownloadsOf userId={user.id} />;
}

/** The kept books, each with a button to read or hear it, and the books that were opened from files. */
function DownloadsOf({ userId }: { readonly userId: UserId }) {
  const localBooks = useLocalBooks(userId);
  return (
    <DownloadsView
      userId={userId}
      hasOtherBooks={(localBooks.books?.length ?? 0) > 0}
      otherBooks={<LocalBooksSection {...localBooks} />}
      renderOpenButton={({ bookId, title, hasText }) =>
        hasText ? (
          <ButtonLink
            size="small"
            to={`/read/${bookId}`}
            icon={<BookOpen aria-hidden />}
            className="max-sm:w-11 max-sm:px-0"
          >
            <span className="max-sm:sr-only">{t("library.startReading")}</span>
            <span className="sr-only">: {title}</span>
          </ButtonLink>
        ) : (
          <ListenButton isInRow bookId={bookId} />
        )
      }
    />
  );
}
