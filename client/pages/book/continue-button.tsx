import { BookOpen, Headphones } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { LibraryEntry } from "#shared/library/entry.ts";
import { ListenButton } from "#client/features/player/listen-button.tsx";
import { useListening } from "#client/features/player/use-listening.ts";
import { say, type Text } from "#client/lib/words.ts";
import { Button, ButtonLink } from "#client/ui/button.tsx";

/** The way back into a book of the library, in the format that was used last. */
export function ContinueButton({ entry }: { readonly entry: LibraryEntry }) {
  const { book, lastFormat, status } = entry;
  const isAgain = status === "finished";
  if (book.isComingSoon) return null;
  if (book.hasAudiobook && (lastFormat === "audio" || !book.hasEbook)) {
    return <ContinueListening bookId={book.id} text={listenText(isAgain, lastFormat !== null)} />;
  }
  if (!book.hasEbook) return null;
  return (
    <ButtonLink
      size="small"
      tone={isAgain ? "secondary" : "primary"}
      to={`/read/${book.id}`}
      icon={<BookOpen aria-hidden />}
    >
      {say(isAgain ? "library.readAgain" : lastFormat ? "library.continueReading" : "library.startReading")}
      <span className="sr-only">: {book.title}</span>
    </ButtonLink>
  );
}

function listenText(isAgain: boolean, hasStarted: boolean): Text {
  if (isAgain) return "library.listenAgain";
  return hasStarted ? "library.continueListening" : "library.startListening";
}

interface ContinueListeningProps {
  readonly bookId: BookId;
  readonly text: Text;
}

/** Asks for the chapters only when it is pressed: a list has many of these. */
function ContinueListening({ bookId, text }: ContinueListeningProps) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <ListenNow bookId={bookId} />;
  return (
    <Button size="small" icon={<Headphones aria-hidden />} onClick={() => setWanted(true)}>
      {say(text)}
    </Button>
  );
}

/** Plays as soon as it can, once. */
function ListenNow({ bookId }: { readonly bookId: BookId }) {
  const { isReady, isPlaying, toggle } = useListening(bookId);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isReady || hasBegun.current) return;
    hasBegun.current = true;
    if (!isPlaying) toggle();
  }, [isReady, isPlaying, toggle]);
  return <ListenButton bookId={bookId} />;
}
