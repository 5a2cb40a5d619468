import { clsx } from "clsx";
import { BookOpen, Headphones } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Book, BookId } from "#shared/books/book.ts";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { hasReachedEnd } from "#client/features/library/status.ts";
import { ListenButton } from "#client/features/player/components/listen-button.tsx";
import { useBookPlayer } from "#client/features/player/use-book-player.ts";
import { getChapterUrl } from "#client/features/reader/chapter-url.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";

interface ContinueButtonProps {
  readonly entry: LibraryEntry;
  /** False next to another main button. */
  readonly isMain?: boolean;
  readonly isWide?: boolean;
  /** On phones only an icon. */
  readonly isInRow?: boolean;
}

const rowClassName = "max-sm:w-11 max-sm:px-0";

/** Continues a book in the format that was used last. */
export function ContinueButton({
  entry,
  isMain = true,
  isWide = false,
  isInRow = false,
}: ContinueButtonProps) {
  const { book, lastFormat } = entry;
  const isFinished = hasReachedEnd(entry);
  const tone = isFinished || !isMain ? "secondary" : "primary";
  if (book.isComingSoon) return null;
  if (book.hasAudiobook && (lastFormat === "audio" || !book.hasEbook)) {
    const text = getListenTextKey(isFinished, lastFormat !== null);
    return <ContinueListening book={book} text={text} tone={tone} isWide={isWide} isInRow={isInRow} />;
  }
  if (!book.hasEbook) return null;
  return (
    <ButtonLink
      size={isWide ? "medium" : "small"}
      isWide={isWide}
      tone={tone}
      to={isFinished ? getChapterUrl(book.id, 0) : `/read/${book.id}`}
      icon={<BookOpen aria-hidden />}
      className={clsx(isInRow && rowClassName)}
    >
      <span className={clsx(isInRow && "max-sm:sr-only")}>
        {t(
          isFinished ? "library.readAgain" : lastFormat ? "library.continueReading" : "library.startReading",
        )}
      </span>
      <span className="sr-only">: {book.title}</span>
    </ButtonLink>
  );
}

function getListenTextKey(isFinished: boolean, hasStarted: boolean): MessageKey {
  if (isFinished) return "library.listenAgain";
  return hasStarted ? "library.continueListening" : "library.startListening";
}

interface ContinueListeningProps {
  readonly book: Pick<Book, "id" | "title">;
  readonly text: MessageKey;
  readonly tone: "primary" | "secondary";
  readonly isWide: boolean;
  readonly isInRow: boolean;
}

/** Fetches the chapters on click, because lists contain many of these buttons. */
function ContinueListening({ book, text, tone, isWide, isInRow }: ContinueListeningProps) {
  const [isRequested, setRequested] = useState(false);
  if (isRequested) return <ListenNow bookId={book.id} isWide={isWide} isInRow={isInRow} />;
  return (
    <Button
      size={isWide ? "medium" : "small"}
      isWide={isWide}
      tone={tone}
      icon={<Headphones aria-hidden />}
      onClick={() => setRequested(true)}
      className={clsx(isInRow && rowClassName)}
    >
      <span className={clsx(isInRow && "max-sm:sr-only")}>{t(text)}</span>
      <span className="sr-only">: {book.title}</span>
    </Button>
  );
}

/** Plays once, as soon as possible. */
function ListenNow({
  bookId,
  isWide,
  isInRow,
}: {
  readonly bookId: BookId;
  readonly isWide: boolean;
  readonly isInRow: boolean;
}) {
  const { isReady, isPlaying, toggle } = useBookPlayer(bookId);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!isReady || hasStarted.current) return;
    hasStarted.current = true;
    if (!isPlaying) toggle();
  }, [isReady, isPlaying, toggle]);
  return <ListenButton bookId={bookId} isWide={isWide} isInRow={isInRow} />;
}
