import { beforeEach, describe, expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { playerContract } from "#shared/player/contract.ts";
import { setLastUser } from "#client/lib/api/last-user.ts";
import { makeUser } from "#client/testing/factories.ts";
import { makePlayer, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";

const otherBook = BookId.parse("00000000-0000-4000-8000-000000000002");
const saved = reply(playerContract.saveBookPlayerSettings, {});

async function listen(player: ReturnType<typeof makePlayer>["player"], playlist = makePlaylist()) {
  player.engine.playBook(playlist);
  await vi.advanceTimersByTimeAsync(100);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  setLastUser(makeUser());
});

describe("settings of a book", () => {
  test("do not reach another book, and return with their own", async () => {
    stubCalls(saved);
    const { player } = makePlayer();
    player.settings.update({ rate: 1.25 });
    await listen(player);
    player.bookSettings.update({ rate: 2, boost: 6 });
    expect(player.engine.getState().rate).toBe(2);

    await listen(player, makePlaylist({ bookId: otherBook }));
    expect(player.engine.getState().rate).toBe(1.25);
    expect(player.bookSettings.getState()).toEqual({});

    await listen(player, makePlaylist({ settings: { rate: 2, boost: 6 } }));
    expect(player.engine.getState().rate).toBe(2);
    expect(player.settings.getState().rate).toBe(1.25);
  });

  test("are sent together a moment after the last change", async () => {
    const { calls } = stubCalls(saved);
    const { player } = makePlayer();
    await listen(player, makePlaylist({ settings: { isMono: true } }));

    player.bookSettings.update({ boost: 3 });
    player.bookSettings.update({ boost: 9, isMono: undefined });
    await vi.advanceTimersByTimeAsync(1_000);

    expect(calls.map(({ body }) => body)).toEqual([{ boost: 9 }]);
  });

  test("that were not sent apply at the next visit", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("No network")));
    const first = makePlayer().player;
    await listen(first);
    first.bookSettings.update({ rate: 1.5 });
    await vi.advanceTimersByTimeAsync(1_000);

    const { calls } = stubCalls(saved);
    const { player } = makePlayer();
    await listen(player);
    expect(player.engine.getState().rate).toBe(1.5);
    await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ rate: 1.5 }]));
  });

  test("of guests stay on the device and send nothing", async () => {
    setLastUser(null);
    const { calls } = stubCalls(saved);
    const first = makePlayer().player;
    await listen(first);
    first.bookSettings.update({ rate: 1.5 });

    const { player } = makePlayer();
    await listen(player);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(player.engine.getState().rate).toBe(1.5);
    expect(calls).toEqual([]);
  });
});
