import { Headphones, Pause, RefreshCw } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Book } from "#shared/books/book.ts";
import { useBookPlayer } from "#client/features/player/use-book-player.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export function SamplePlaying({ book }: { readonly book: Pick<Book, "id" | "title"> }) {
  const { error, isReady, retry, isPlaying, toggle } = useBookPlayer(book.id);
  const container = useRef<HTMLSpanElement>(null);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!isReady || hasStarted.current) return;
    hasStarted.current = true;
    if (!isPlaying) toggle();
  }, [isReady, isPlaying, toggle]);

  useEffect(() => {
    if (document.activeElement === document.body) container.current?.querySelector("button")?.focus();
  }, []);

  if (error && !isPlaying) {
    return (
      <span ref={container} className="flex flex-col gap-1">
        <Button tone="secondary" icon={<RefreshCw aria-hidden />} onClick={retry}>
          {t("common.tryAgain")}
        </Button>
        <span role="alert" className="text-destructive text-small">
          {getErrorMessage(error)}
        </span>
      </span>
    );
  }
  return (
    <span ref={container} className="contents">
      <Button
        tone="secondary"
        aria-busy={!isReady || undefined}
        icon={isPlaying ? <Pause aria-hidden /> : <Headphones aria-hidden />}
        onClick={() => isReady && toggle()}
      >
        {t(isPlaying ? "landing.pauseSample" : "landing.listenToSample")}
        <span className="sr-only">: {book.title}</span>
      </Button>
    </span>
  );
}
