import { Headphones, Pause } from "lucide-react";
import type { BookId } from "#shared/books/book.ts";
import { problemText } from "#client/lib/problem-text.ts";
import { say } from "#client/lib/words.ts";
import { Button } from "#client/ui/button.tsx";
import { useListening } from "./use-listening.ts";

/** What it says while nothing plays. */
export type ListenWords = "listen" | "continueListening" | "listenToSample";

interface ListenButtonProps {
  readonly bookId: BookId;
  readonly tone?: "primary" | "secondary";
  readonly isWide?: boolean;
  /** What the screen knows to be right before the place has come; it then stays, and nothing moves under the pointer. */
  readonly words?: ListenWords;
}

/** Plays a book from where this reader left it, and pauses it. */
export function ListenButton({ bookId, tone = "primary", isWide = false, words }: ListenButtonProps) {
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
  const silent = words ?? (hasStarted ? "continueListening" : isSample ? "listenToSample" : "listen");
  return (
    <span className="flex flex-col gap-1">
      <Button
        tone={tone}
        isWide={isWide}
        disabled={!isReady}
        icon={isPlaying ? <Pause aria-hidden /> : <Headphones aria-hidden />}
        onClick={toggle}
      >
        <Either
          shown={say(isPlaying ? "player.pauseListening" : `player.${silent}`)}
          other={say(isPlaying ? `player.${silent}` : "player.pauseListening")}
        />
      </Button>
      {isAbout && <span className="text-muted text-small">{say("player.goOnAbout")}</span>}
    </span>
  );
}

/** A text in the width of the longer of two, so that the one may take the other's place. */
function Either({ shown, other }: { readonly shown: string; readonly other: string }) {
  return (
    <span className="grid *:col-start-1 *:row-start-1">
      <span>{shown}</span>
      <span aria-hidden className="invisible">
        {other}
      </span>
    </span>
  );
}
