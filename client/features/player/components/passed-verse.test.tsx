import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { makePlayer, makePlaylist, playedBookId } from "#client/testing/player-engine-fixture.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { PassedVerse } from "./passed-verse.tsx";
import { PlayerProvider } from "./player-provider.tsx";

const [spoken, verse] = [SentenceId.parse("s0-0"), SentenceId.parse("s0-1")];

test("a verse is shown while the synthetic voice passes it over", async () => {
  stubCalls(
    reply(readerContract.getSyncMap, {
      bookId: playedBookId,
      version: "1",
      chapters: [
        {
          chapterNumber: 1,
          version: "1",
          level: "sentence",
          sentences: [
            [spoken, 0, 10, 1],
            [verse, 10, 14, 1],
          ],
        },
      ],
    }),
    reply(readerContract.getQuranPassages, {
      spineIndex: 0,
      isCompared: true,
      sentences: [{ sentence: verse, ranges: [[0, 20]], text: "الحمد لله رب العالمين", isWhole: true }],
    }),
  );
  const { player } = makePlayer();
  renderPage(
    <PlayerProvider player={player}>
      <PassedVerse />
    </PlayerProvider>,
  );
  act(() => player.engine.playBook(makePlaylist({ hasAiVoice: true, hasEbook: true })));
  await vi.waitFor(() => expect(player.engine.getState().playlist).not.toBeNull());
  expect(screen.queryByText("الحمد لله رب العالمين")).toBeNull();
  act(() => player.engine.seek(11));
  expect(await screen.findByText("الحمد لله رب العالمين")).toBeVisible();
  expect(screen.getByText("A verse of the Qur'an is passed over here.")).toBeVisible();
  act(() => player.engine.seek(2));
  await vi.waitFor(() => expect(screen.queryByText("الحمد لله رب العالمين")).toBeNull());
});
