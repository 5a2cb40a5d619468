import type { createId } from "./create-id.ts";
import type { Outbox } from "./outbox.ts";
import type { PageText } from "./page-text.ts";

/** Reports the first visible sentence, once. */
export function createPositionReports(
  text: PageText,
  outbox: Outbox,
  createPositionId: typeof createId,
  now: () => number,
) {
  const { book, device } = document.body.dataset;
  let reported = "";

  const report = (sentence: string, fraction: number) => {
    outbox.enqueue("position", createPositionId(), {
      bookId: book,
      locator: { sentence, fraction: Math.min(1, Math.max(0, fraction)) },
      at: new Date(now()).toISOString(),
      device,
      isDeliberate: true,
    });
    void outbox.send("position");
  };
  return {
    report,
    reportVisible(): void {
      const first = text.findFirstVisible();
      if (!first) return;
      const [sentence, isAtBookEnd] = [text.getSentence(first), text.isAtBookEnd()];
      const position = `${sentence} ${isAtBookEnd}`;
      if (position === reported) return;
      reported = position;
      report(sentence, isAtBookEnd ? 1 : text.toStart(first));
    },
  };
}

export type PositionReports = ReturnType<typeof createPositionReports>;
