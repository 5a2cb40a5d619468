import { Headphones, Pause } from "lucide-react";
import type { BookId } from "#shared/books/book.ts";
import { problemText } from "#client/lib/problem-text.ts";
import { say } from "#client/lib/words.ts";
import { Button } from "#client/ui/button.tsx";
import { useListening } from "./use-listening.ts";

interface ListenButtonProps {
  readonly bookId: BookId;
  readonly tone?: "primary" | "secondary";
  readonly isWide?: boolean;
}

/** Plays a book from where this reader left it, and pauses it. */
export function ListenButton({ bookId, tone = "primary", isWide = false }: ListenButtonProps) {
  const { error, isReady, retry, isPlaying, isSample, hasStarted, isAbout, toggle } = useListening(bookId);
  if (error && !isPlaying) {
    return (
      <span className="flex flex-col gap-1">
        <Button tone="secondary" isWide={isWide} onClick={retry}>
          {say("player.tryAgain")}
        </Button>
        <span role="alert" className="text-destructive text-small">
          {problemText(error)}
        </span>
      </span>
    );
  }
  const text = isPlaying
    ? "player.pauseListening"
    : hasStarted
      ? "player.continueListening"
      : isSample
        ? "player.listenToSample"
        : "player.listen";
  return (
    <span className="flex flex-col gap-1">
      <Button
        tone={tone}
        isWide={isWide}
        disabled={!isReady}
        icon={isPlaying ? <Pause aria-hidden /> : <Headphones aria-hidden />}
        onClick={toggle}
      >
        {say(text)}
      </Button>
      {isAbout && <span className="text-muted text-small">{say("player.goOnAbout")}</span>}
    </span>
  );
}
