import type { PageText } from "./page-text.ts";
import type { Limits, ReadingSession } from "./session.ts";

/** Counts the time in which the page is visible and the reader active. */
export function createReadingTime(
  text: PageText,
  session: ReadingSession,
  now: () => number,
  { idleTimeoutMs }: Limits,
) {
  const [maxTickMs, activityIntervalMs] = [30_000, 1_000];
  let lastActivity = now();
  let countedUntil = lastActivity;
  let isVisible = document.visibilityState === "visible";
  let position = text.getVisibleStart();
  let isChapterCounted = false;

  const restart = () => {
    lastActivity = countedUntil = now();
  };
  const count = () => {
    const time = now();
    const until = Math.min(time, lastActivity + idleTimeoutMs);
    if (isVisible && time - countedUntil <= maxTickMs && until > countedUntil)
      session.continueUntil(until, countedUntil, position);
    countedUntil = time;
    if (until === time) return;
    session.report(position, true);
    session.end();
  };
  const moveTo = (next: number, isChapterEnd: boolean) => {
    count();
    const isNewChapter = isChapterEnd && !isChapterCounted;
    if (session.addProgress(next - position, isNewChapter ? 1 : 0)) isChapterCounted ||= isNewChapter;
    position = next;
  };

  return {
    isVisible: () => isVisible,
    moveTo,
    advanceTo: (next: number, isChapterEnd: boolean) => moveTo(Math.max(position, next), isChapterEnd),
    moveToVisible: () => moveTo(text.getVisibleEnd(), text.isAtBookEnd()),
    /** Scrolling that the browser did is not reading. */
    skipToVisible(): void {
      position = text.getVisibleStart();
    },
    tick(): void {
      count();
      session.report(position, false);
    },
    onActivity(): void {
      if (now() - lastActivity < activityIntervalMs) return;
      count();
      restart();
    },
    pause(): void {
      count();
      session.report(position, true);
      session.store();
    },
    setVisible(isNowVisible: boolean): void {
      isVisible = isNowVisible;
      if (isVisible) restart();
    },
    resume(): void {
      isVisible = document.visibilityState === "visible";
      isChapterCounted = false;
      restart();
      session.resume(lastActivity);
    },
  };
}

export type ReadingTime = ReturnType<typeof createReadingTime>;
