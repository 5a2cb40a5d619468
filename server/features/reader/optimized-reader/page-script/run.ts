import type { Outbox } from "./outbox.ts";
import type { PageText } from "./page-text.ts";
import type { PositionReports } from "./position.ts";
import type { ReadingTime } from "./reading-time.ts";

/**
 * Reports position and reading time: the first visible sentence ten seconds after scrolling and on leaving.
 * Opening a page reports nothing.
 */
export function run(text: PageText, outbox: Outbox, positions: PositionReports, time: ReadingTime): void {
  const [positionDelayMs, tickMs] = [10_000, 5_000];
  let [hasScrolled, hasInput] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const savePosition = () => {
    clearTimeout(timer);
    timer = undefined;
    if (hasScrolled) positions.reportVisible();
  };
  const pause = () => {
    if (hasInput) time.moveToVisible();
    time.pause();
  };
  const onScroll = () => {
    if (!time.isVisible() || !hasInput) return time.skipToVisible();
    hasScrolled = true;
    timer ??= setTimeout(savePosition, positionDelayMs);
    time.moveToVisible();
  };
  const onLink = (link: HTMLElement, { ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (ctrlKey || metaKey || shiftKey) return;
    hasScrolled = hasInput = false;
    const { s: sentence = "", f } = link.dataset;
    const fraction = Number(f);
    if (text.isAfterStart(fraction)) time.advanceTo(fraction, !text.isInChapter(sentence));
    positions.report(sentence, fraction);
  };
  const sendAll = () => {
    void outbox.send("position");
    void outbox.send("time");
  };

  setInterval(time.tick, tickMs);
  addEventListener("scroll", onScroll, { passive: true });
  const inputTypes = ["wheel", "touchmove", "keydown", "pointerdown"];
  const onInput = () => {
    hasInput = true;
  };
  for (const type of inputTypes) addEventListener(type, onInput, { passive: true });
  for (const type of [...inputTypes, "pointermove"])
    addEventListener(type, time.onActivity, { passive: true });
  addEventListener("visibilitychange", () => {
    const isVisible = document.visibilityState === "visible";
    if (isVisible === time.isVisible()) return;
    if (!isVisible) {
      savePosition();
      pause();
    }
    time.setVisible(isVisible);
  });
  addEventListener("pagehide", () => {
    savePosition();
    if (time.isVisible()) pause();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) time.resume();
  });
  addEventListener("online", sendAll);
  for (const link of document.querySelectorAll<HTMLElement>("a[data-s]"))
    link.addEventListener("click", (event) => onLink(link, event));
  time.resume();
  sendAll();
}
