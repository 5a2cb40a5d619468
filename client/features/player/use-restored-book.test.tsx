import { act, cleanup, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { playerContract } from "#shared/player/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { audiobookId, makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { makeUser } from "#client/testing/factories.ts";
import { makePlayer } from "#client/testing/player-engine-fixture.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { Dock } from "./components/dock.tsx";
import { PlayerProvider } from "./components/player-provider.tsx";

beforeAll(() => loadMessages("common", "ui", "player", "queue"));
beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  vi.stubGlobal("sessionStorage", createMemoryStorage());
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

const locator = { chapter: 2, offset: 12, fraction: 72 / 180 };
const current = {
  bookId: audiobookId,
  locator,
  at: new Date(),
  device: "This one",
  isDeliberate: true,
};

/** The app after it was loaded. */
async function load(user: User | null) {
  cleanup();
  const calls = stubCalls(
    user
      ? reply(accountsContract.getUser, user)
      : stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "" }),
    reply(playerContract.getPlaylist, makePlaylistFixture()),
    reply(positionsContract.getPosition, { current, text: null, audio: locator, isApproximate: false }),
    reply(positionsContract.listPositions, []),
    reply(accountsContract.getPreferences, {}),
  );
  const { engine } = makePlayerIn();
  await vi.waitFor(() =>
    expect(calls.calls.some(({ url }) => url === accountsContract.getUser.path)).toBe(true),
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return { ...calls, engine };
}

function makePlayerIn() {
  const { player } = makePlayer();
  renderPage(
    <PlayerProvider player={player}>
      <Dock />
    </PlayerProvider>,
  );
  return player;
}

const askedForBook = ({ calls }: Awaited<ReturnType<typeof load>>) =>
  calls.some(({ url }) => url.includes(audiobookId));

describe("the player after a reload", () => {
  const [amina, yusuf] = [makeUser(), makeUser({ id: "00000000-0000-4000-8000-0000000000ff" as User["id"] })];

  async function listen(user: User | null) {
    const { engine } = await load(user);
    act(() => engine.playBook(makePlaylistFixture()));
    expect(await screen.findByRole("region", { name: "Player" })).toBeVisible();
    return engine;
  }

  test("has its book again, paused where it was left", async () => {
    await listen(amina);

    const { engine } = await load(amina);

    const player = within(await screen.findByRole("region", { name: "Player" }));
    expect(player.getByRole("button", { name: "Play" })).toBeVisible();
    await vi.waitFor(() => expect(engine.getState()).toMatchObject({ chapterIndex: 1, time: 12 }));
    expect(engine.getState().isPlaying).toBe(false);
  });

  test.each([
    ["another account", yusuf],
    ["a guest", null],
  ])("is empty for %s", async (_, user) => {
    await listen(amina);

    const page = await load(user);

    expect(askedForBook(page)).toBe(false);
    expect(screen.queryByRole("region", { name: "Player" })).toBeNull();
  });

  test.each([
    ["was closed", (engine: Awaited<ReturnType<typeof listen>>) => engine.setDisplayMode("closed")],
    ["was emptied by a sign-out", (engine: Awaited<ReturnType<typeof listen>>) => engine.unload()],
  ])("is empty when it %s", async (_, end) => {
    const engine = await listen(amina);
    act(() => end(engine));
    expect(screen.queryByRole("region", { name: "Player" })).toBeNull();

    expect(askedForBook(await load(amina))).toBe(false);
  });
});
