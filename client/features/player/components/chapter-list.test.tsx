import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeChapter, makePlayer, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { ChapterList } from "./chapter-list.tsx";
import { PlayerProvider } from "./player-provider.tsx";

async function open(count: number, current: number) {
  Element.prototype.scrollIntoView = () => {};
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { player } = makePlayer();
  const chapters = Array.from({ length: count }, (_, n) => makeChapter(n + 1));
  player.engine.cue(makePlaylist({ chapters }), { index: current, time: 0 });
  await vi.advanceTimersByTimeAsync(150);
  vi.useRealTimers();
  const { container } = render(
    <PlayerProvider player={player}>
      <ChapterList />
    </PlayerProvider>,
  );
  return { player, countElements: () => container.querySelectorAll("*").length };
}

const countRows = () => document.querySelectorAll("li").length;

test("a book of 2,000 chapters shows as much as one of 80, and all on demand", async () => {
  const { countElements: countFew } = await open(80, 10);
  const few = countFew();
  document.body.replaceChildren();

  const { player, countElements } = await open(2_000, 1_000);
  expect(countElements()).toBeLessThanOrEqual(few + 4);
  expect(countRows()).toBe(80);
  await userEvent.click(screen.getByText("Earlier chapters"));
  await userEvent.click(screen.getByText("More chapters"));
  expect(countRows()).toBe(280);

  await userEvent.click(screen.getByText("Chapter 1090"));
  expect(player.engine.getState().chapterIndex).toBe(1_089);
  act(() => player.engine.goTo(5));
  expect(countRows()).toBe(80);
  expect(screen.getByText("Chapter 1")).toBeDefined();
  expect(screen.queryByText("Earlier chapters")).toBeNull();
});
