import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { type BookDetail, booksContract } from "#shared/books/contract.ts";
import type { Playlist } from "#shared/player/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import type { CurrentPosition } from "#shared/positions/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { registerSentenceNavigation } from "#client/features/player/engine/sentence-navigation.ts";
import { saveGuestPosition } from "#client/features/positions/guest-positions.ts";
import { getPositionTracker } from "#client/features/positions/position-tracker.ts";
import { setNextPrayerProvider } from "#client/features/prayer/alerts/next-prayer.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { audiobookId, makeAudioChapter, makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { getId, makeDetail, makeUser } from "#client/testing/factories.ts";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { makePlayer } from "#client/testing/player-engine-fixture.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { Dock } from "./dock.tsx";
import { ListenButton } from "./listen-button.tsx";
import { PlayerProvider } from "./player-provider.tsx";

beforeAll(() => loadMessages("common", "ui", "player", "queue"));
beforeEach(() => {
  vi.stubGlobal("localStorage", createMemoryStorage());
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  vi.stubGlobal("innerWidth", 1280);
});

const noPosition: CurrentPosition = { current: null, text: null, audio: null, isApproximate: false };

interface DockOptions {
  readonly playlist?: Partial<Playlist>;
  readonly position?: CurrentPosition;
  readonly isGuest?: boolean;
  /** The playlist cannot be loaded. */
  readonly rejected?: boolean;
}

function open({ playlist = {}, position = noPosition, isGuest = false, rejected = false }: DockOptions = {}) {
  const { player, audios } = makePlayer();
  const { engine } = player;
  const calls = stubCalls(
    isGuest
      ? stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" })
      : reply(accountsContract.getUser, makeUser()),
    rejected
      ? stubRejection(playerContract.getPlaylist, { code: "not_found", message: "No such book." })
      : reply(playerContract.getPlaylist, makePlaylistFixture(playlist)),
    reply(positionsContract.getPosition, position),
    reply(positionsContract.listPositions, []),
    reply(accountsContract.getPreferences, { playbackRate: 1.25, skipForwardSeconds: 15 }),
  );
  const page = renderPage(
    <PlayerProvider player={player}>
      <ListenButton bookId={audiobookId} />
      <Dock />
    </PlayerProvider>,
  );
  const getLoadedAudio = () => audios.find(({ src }) => src !== "") ?? new FakeAudio();
  return { ...page, ...calls, engine, getAudio: getLoadedAudio };
}

const getBar = () => screen.getByRole("region", { name: "Player" });
const findButton = (name: string | RegExp) => screen.findByRole("button", { name });

describe("the end of a book", () => {
  const next = { id: getId(8) as BookId, title: "The Second Part" };
  const series = { id: getId(9), name: "In Parts", position: 1, next, books: [] };

  async function playToEnd(book: Partial<BookDetail>) {
    const audio = { chapter: 3, offset: 20, fraction: 140 / 180 };
    const at = new Date();
    const current = { bookId: audiobookId, locator: audio, at, device: "Phone", isDeliberate: false };
    const opened = open({ position: { current, text: null, audio, isApproximate: false } });
    opened.add(reply(booksContract.getBook, makeDetail(7, book)));
    const listen = await findButton("Continue listening");
    await waitFor(() => expect(listen).toBeEnabled());
    await opened.user.click(listen);
    await waitFor(() => expect(opened.engine.getState()).toMatchObject({ chapterIndex: 2, time: 20 }));
    act(() => opened.getAudio().finish(60));
  }

  test("suggests the next book of the series", async () => {
    await playToEnd({ series });

    const link = await screen.findByRole("link", { name: "Next in the series: The Second Part" });
    expect(link).toHaveAttribute("href", `/book/${next.id}`);
  });

  test("links to the book's page without a next book", async () => {
    await playToEnd({ series: { ...series, next: null } });

    expect(await screen.findByRole("link", { name: "Go to the book page" })).toBeVisible();
  });
});

describe("the Listen button", () => {
  test("starts a new book and becomes a Pause button", async () => {
    const { user, engine } = open();

    const listen = await findButton("Listen");
    await waitFor(() => expect(listen).toBeEnabled());
    await user.click(listen);
    await waitFor(() => expect(engine.getState().playlist).not.toBeNull());

    expect(screen.getAllByRole("button", { name: "Pause" })).toHaveLength(2);
    expect(within(getBar()).getByText("Chapter 1")).toBeVisible();
  });

  test("continues where another device stopped and says when that is approximate", async () => {
    const audio = { chapter: 2, offset: 20, fraction: 80 / 180 };
    const at = new Date();
    const current = {
      bookId: audiobookId,
      locator: { cfi: "epubcfi(/6/4)", fraction: 0.4 },
      at,
      device: "Phone",
    };
    const position = { current: { ...current, isDeliberate: true }, text: null, audio, isApproximate: true };
    const { user, engine } = open({ position });

    await user.click(await findButton("Continue listening"));
    await waitFor(() => expect(engine.getState()).toMatchObject({ chapterIndex: 1, time: 20 }));

    expect(within(getBar()).getByText("This is close to your position in the text.")).toBeVisible();
    await user.click(within(getBar()).getByRole("button", { name: "Dismiss" }));
    expect(within(getBar()).queryByText(/about where/)).toBeNull();
  });

  test("restarts a finished book", async () => {
    const audio = { chapter: 3, offset: 60, fraction: 1 };
    const at = new Date();
    const current = { bookId: audiobookId, locator: audio, at, device: "Phone", isDeliberate: false };
    const commands: string[] = [];
    const { user, engine } = open({ position: { current, text: null, audio, isApproximate: false } });
    engine.onCommand((act) => commands.push(act));

    await waitFor(() => expect(screen.getByRole("button", { name: "Listen" })).toBeEnabled());
    await user.click(await findButton("Listen"));
    await waitFor(() => expect(commands).toEqual(["restart"]));

    expect(engine.getState()).toMatchObject({ chapterIndex: 0, time: 0 });
  });

  test("continues at a guest's position on this device", async () => {
    saveGuestPosition({
      bookId: audiobookId,
      locator: { chapter: 2, offset: 7, fraction: 0.3 },
      at: new Date(),
    });
    const { user, engine } = open({ isGuest: true });

    await user.click(await findButton("Continue listening"));
    await waitFor(() => expect(engine.getState()).toMatchObject({ chapterIndex: 1, time: 7 }));
  });

  test("shows the error and retries", async () => {
    const { add, user } = open({ rejected: true });
    expect(await screen.findByRole("alert")).toHaveTextContent("Not found.");

    add(reply(playerContract.getPlaylist, makePlaylistFixture()));
    await user.click(await findButton("Try Again"));

    expect(await findButton("Listen")).toBeEnabled();
  });
});

describe("the player", () => {
  const start = async (input?: DockOptions) => {
    const opened = open(input);
    const listen = await findButton(/^Listen/);
    await waitFor(() => expect(listen).toBeEnabled());
    await opened.user.click(listen);
    await waitFor(() => expect(opened.engine.getState().playlist).not.toBeNull());
    return opened;
  };

  test("is hidden until something plays and after closing", async () => {
    const { user, engine } = open();
    await findButton("Listen");
    expect(screen.queryByRole("region", { name: "Player" })).toBeNull();

    const listen = await findButton("Listen");
    await waitFor(() => expect(listen).toBeEnabled());
    await user.click(listen);
    await user.click(within(getBar()).getByRole("button", { name: "Close the player" }));

    expect(screen.queryByRole("region", { name: "Player" })).toBeNull();
    expect(engine.getState().isPlaying).toBe(false);
  });

  test("goes back and forward by the amounts on the buttons", async () => {
    const { user, engine, getAudio } = await start();
    const bar = within(getBar());
    await bar.findByRole("button", { name: "Forward 15 seconds" });
    getAudio().finishLoading();
    getAudio().playTo(30);

    await user.click(bar.getByRole("button", { name: "Back 10 seconds" }));
    expect(engine.getState().time).toBe(20);
    await user.click(bar.getByRole("button", { name: "Forward 15 seconds" }));
    expect(engine.getState().time).toBe(35);
  });

  test("uses the speed and skip amounts of the account", async () => {
    await start();

    expect(await within(getBar()).findByRole("button", { name: "Speed 1.25×" })).toBeVisible();
    expect(within(getBar()).getByRole("button", { name: "Forward 15 seconds" })).toBeVisible();
  });

  test("shows the remaining time at the chosen speed, of the chapter or the book", async () => {
    const { user, engine, getAudio } = await start();
    await within(getBar()).findByRole("button", { name: "Speed 1.25×" });
    getAudio().finishLoading();
    getAudio().playTo(10);
    await waitFor(() => expect(within(getBar()).getByText("−0:40")).toBeVisible());

    await user.click(within(getBar()).getByRole("button", { name: "Show time for the whole book" }));

    expect(within(getBar()).getByText("−2:16")).toBeVisible();
    expect(within(getBar()).getByRole("slider", { name: "Position in book" })).toHaveAttribute(
      "aria-valuetext",
      "0:08 of 2:24",
    );
    expect(engine.getState().time).toBe(10);
  });

  test.each([1280, 390])(
    "steps by sentences while the open text is synchronized, %i pixels wide",
    async (width) => {
      vi.stubGlobal("innerWidth", width);
      const { user } = await start();
      const find = (name: string) => within(getBar()).queryByRole("button", { name });
      expect(find("Next sentence")).toBeNull();

      const go = vi.fn();
      const unregister: (() => void)[] = [];
      act(() => void unregister.push(registerSentenceNavigation({ go, isAvailable: true })));
      await user.click(within(getBar()).getByRole("button", { name: "Next sentence" }));
      await user.click(within(getBar()).getByRole("button", { name: "Previous sentence" }));
      expect(go.mock.calls).toEqual([[1], [-1]]);

      act(() => void unregister.push(registerSentenceNavigation({ go, isAvailable: false })));
      act(() => unregister[0]?.());
      expect(find("Next sentence")).toBeDisabled();
      act(() => unregister[1]?.());
      expect(find("Next sentence")).toBeNull();
    },
  );

  test("disables previous at the first chapter and next at the last", async () => {
    const { engine } = await start();
    expect(within(getBar()).getByRole("button", { name: "Previous chapter" })).toBeDisabled();

    engine.goTo(2);

    await waitFor(() =>
      expect(within(getBar()).getByRole("button", { name: "Next chapter" })).toBeDisabled(),
    );
    expect(within(getBar()).getByRole("button", { name: "Previous chapter" })).toBeEnabled();
  });

  test("lists the chapters and jumps to the chosen one", async () => {
    const { user, engine } = await start();

    await user.click(within(getBar()).getByRole("button", { name: "Chapters" }));
    await user.click(await screen.findByRole("button", { name: /Chapter 3/ }));

    expect(engine.getState().chapterIndex).toBe(2);
  });

  test("shows the remaining sleep time, extends it and turns it off", async () => {
    const { user } = await start();

    await user.click(within(getBar()).getByRole("button", { name: "Sleep timer" }));
    await user.type(
      await screen.findByRole("spinbutton", { name: "Custom length, in minutes" }),
      "20{Enter}",
    );
    expect(await screen.findByRole("button", { name: /^Sleep timer: (20:00|19:5\d) left$/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Add 5 minutes" }));
    expect(await screen.findByRole("timer", { name: /^Sleep timer: (25:00|24:5\d) left$/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "End of chapter" }));
    expect(screen.getByRole("button", { name: "Add one chapter" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    expect(await screen.findByRole("button", { name: "Sleep timer" })).toBeVisible();
  });

  test("links from the sleep timer to the choice of a location when none is known", async () => {
    const { user } = await start();

    await user.click(within(getBar()).getByRole("button", { name: "Sleep timer" }));
    expect(await screen.findByRole("link", { name: /^Set your location/ })).toHaveAttribute(
      "href",
      "/prayer-times",
    );
  });

  test("sleeps until the next prayer when a location is known", async () => {
    const at = new Date(Date.now() + 30 * 60_000);
    const removeProvider = setNextPrayerProvider(() => ({
      name: "Asr",
      at,
      formatTime: (time) => (time < at ? "3:29" : "3:39"),
    }));
    const { user } = await start();

    await user.click(within(getBar()).getByRole("button", { name: "Sleep timer" }));
    await user.click(await screen.findByRole("button", { name: "10 minutes before Asr (3:29)" }));
    expect(await screen.findByRole("timer", { name: /^Sleep timer: (20:00|19:5\d) left$/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add 5 minutes" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "At Asr (3:39)" }));
    expect(await screen.findByRole("timer", { name: /^Sleep timer: (30:00|29:5\d) left$/ })).toBeVisible();
    removeProvider();
  });

  test("explains why there is no sound", async () => {
    const { getAudio } = await start();

    getAudio().finishLoading();
    getAudio().emit("waiting");

    expect(await within(getBar()).findByText("Buffering…")).toBeVisible();
  });

  test("ends a guest's sample with a link to sign up", async () => {
    const { getAudio } = await start({
      isGuest: true,
      playlist: {
        portion: "sample",
        chapters: [makeAudioChapter(1), makeAudioChapter(2, { isLocked: true })],
      },
    });
    getAudio().finishLoading();

    getAudio().finish(60);

    expect(await within(getBar()).findByText("The sample ends here")).toBeVisible();
    expect(within(getBar()).getByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      expect.stringContaining("/auth"),
    );
  });

  test("offers a newer position of another device only", async () => {
    const { client, add, user, engine } = await start();
    const locator = { chapter: 3, offset: 30, fraction: 150 / 180 };
    const openElsewhere = (at: Date) => {
      const current = { bookId: audiobookId, locator, at, device: "Tablet", isDeliberate: true };
      add(
        reply(positionsContract.getPosition, { current, text: null, audio: locator, isApproximate: false }),
      );
      return client.invalidateQueries();
    };
    getPositionTracker().report(audiobookId, { chapter: 1, offset: 1, fraction: 0.01 }, true);
    getPositionTracker().saveNow(audiobookId);

    await openElsewhere(new Date(Date.now() - 60_000));
    expect(within(getBar()).queryByText(/You continued to/)).toBeNull();

    await openElsewhere(new Date(Date.now() + 1_000));
    expect(await within(getBar()).findByText("You continued to 83.3% on Tablet.")).toBeVisible();
    await user.click(within(getBar()).getByRole("button", { name: "Go there" }));

    expect(engine.getState()).toMatchObject({ chapterIndex: 2, time: 30 });
  });

  test("resumes from the page that was read without sound", async () => {
    const { client, add, user, engine } = await start();
    await user.click(within(getBar()).getByRole("button", { name: "Pause" }));
    const audio = { chapter: 2, offset: 12, fraction: 72 / 180 };
    const read = { cfi: "epubcfi(/6/4)", fraction: 0.4 };
    const at = new Date(Date.now() + 1_000);
    const current = { bookId: audiobookId, locator: read, at, device: "This one", isDeliberate: true };
    add(reply(positionsContract.getPosition, { current, text: read, audio, isApproximate: false }));
    await client.invalidateQueries();
    await within(getBar()).findByText(/You continued to/);

    await user.click(await findButton("Continue listening"));

    expect(engine.getState()).toMatchObject({ chapterIndex: 1, time: 12, isPlaying: true });
  });

  test("links to the text of the current sentence", async () => {
    await start({ playlist: { hasEbook: true } });

    const link = within(getBar()).getByRole("link", { name: "Read from here" });
    expect(link).toHaveAttribute("href", `/seamless-reader/${audiobookId}`);
  });

  test("offers a highlight delay only for books with text", async () => {
    const { user } = await start({ playlist: { hasEbook: true } });

    await user.click(await findButton("Player settings"));
    const slider = await screen.findByRole("slider", { name: "Highlight timing" });
    slider.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");

    expect(slider).toHaveAttribute("aria-valuetext", "100 ms later");
    await user.click(await findButton("Reset to 0"));
    expect(slider).toHaveAttribute("aria-valuetext", "No offset (0 ms)");
  });
});
