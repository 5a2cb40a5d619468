import { clsx } from "clsx";
import { Headphones, Pause } from "lucide-react";
import type { ReactNode } from "react";
import type { BookId } from "#shared/books/book.ts";
import { useBookPlayer } from "#client/features/player/use-book-player.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export type ListenText = "listen" | "continueListening" | "listenToSample";

interface ListenButtonProps {
  readonly bookId: BookId;
  readonly tone?: "primary" | "secondary";
  readonly isWide?: boolean;
  readonly text?: ListenText;
  /** On phones only an icon. */
  readonly isInRow?: boolean;
}

/** Plays a book from the saved position, or pauses it. */
export function ListenButton({
  bookId,
  tone = "primary",
  isWide = false,
  text,
  isInRow = false,
}: ListenButtonProps) {
  const { error, isReady, retry, isPlaying, isSample, hasStarted, isApproximate, toggle } =
    useBookPlayer(bookId);
  if (error && !isPlaying) {
    return (
      <span className="flex flex-col gap-1">
        <Button tone="secondary" isWide={isWide} onClick={retry}>
          {t("player.tryAgain")}
        </Button>
        <span role="alert" className="text-destructive text-small">
          {getErrorMessage(error)}
        </span>
      </span>
    );
  }
  const listenText = text ?? (hasStarted ? "continueListening" : isSample ? "listenToSample" : "listen");
  return (
    <span className="flex flex-col gap-1">
      <Button
        tone={tone}
        isWide={isWide}
        disabled={!isReady}
        onClick={toggle}
        className={clsx(isInRow && "max-sm:w-11 max-sm:px-0")}
      >
        <span className={clsx("grid *:col-start-1 *:row-start-1", isInRow && "max-sm:[&_span>span]:sr-only")}>
          <ButtonLabel text={`player.${listenText}`} icon={<Headphones aria-hidden />} isShown={!isPlaying} />
          <ButtonLabel text="player.pauseListening" icon={<Pause aria-hidden />} isShown={isPlaying} />
        </span>
      </Button>
      {isApproximate && <span className="text-muted text-small">{t("player.startsNear")}</span>}
    </span>
  );
}

interface ButtonLabelProps {
  readonly text: MessageKey;
  readonly icon: ReactNode;
  readonly isShown: boolean;
}

function ButtonLabel({ text, icon, isShown }: ButtonLabelProps) {
  return (
    <span
      aria-hidden={!isShown || undefined}
      className={clsx("inline-flex items-center justify-center gap-2", !isShown && "invisible")}
    >
      {icon}
      <span>{t(text)}</span>
    </span>
  );
}
