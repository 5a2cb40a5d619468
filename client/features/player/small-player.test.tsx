import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { podcastsContract } from "#shared/podcasts/contract.ts";
import { makePlayer, makePlayerEngine, makePlaylist } from "#client/testing/player-engine-fixture.ts";
import { createTestQueryClient } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { CastToggle } from "./casting/cast-toggle.tsx";
import { followCasting, soundRoute } from "./casting/sound-route.ts";
import { PlayerProvider } from "./components/player-provider.tsx";
import { PipPlayer } from "./picture-in-picture/pip-player.tsx";
import { PipToggle } from "./picture-in-picture/pip-toggle.tsx";

vi.mock("#client/ui/overlays/toast.ts", async (load) => ({ ...(await load<object>()), toast: vi.fn() }));

afterEach(() => {
  Reflect.deleteProperty(window, "documentPictureInPicture");
  soundRoute.set({ usesWebAudio: false, isCasting: false });
});

function renderPlayer(children: React.ReactNode) {
  const { player, audios } = makePlayer();
  player.engine.cue(makePlaylist());
  const view = render(<PlayerProvider player={player}>{children}</PlayerProvider>);
  return { player, audios, ...view };
}

describe("picture-in-picture", () => {
  test("is offered only where the browser has it", () => {
    renderPlayer(<PipToggle />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("shows the player in a small window, until that is closed", async () => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const opened = frame.contentWindow as Window;
    document.documentElement.dir = "rtl";
    Object.assign(window, { documentPictureInPicture: { requestWindow: async () => opened } });
    const { player } = renderPlayer(
      <>
        <PipToggle />
        <PipPlayer />
      </>,
    );

    await userEvent.click(screen.getByRole("button", { name: "Small window" }));
    const small = within(opened.document.body);
    expect(small.getByText("Letters from the Road")).toBeDefined();
    expect(opened.document.documentElement.dir).toBe("rtl");
    act(() => small.getByRole("button", { name: "Play" }).click());
    expect(player.engine.getState().isPlaying).toBe(true);

    act(() => void opened.dispatchEvent(new Event("pagehide")));
    expect(opened.document.body.textContent).toBe("");
    document.documentElement.dir = "ltr";
    frame.remove();
  });
});

class FakeRemote extends EventTarget {
  state = "disconnected";
  readonly prompt = vi.fn(async () => {});
  readonly cancelWatchAvailability = async () => {};
  #isAvailable = false;
  readonly watchAvailability = async (callback: (isAvailable: boolean) => void) => {
    callback(this.#isAvailable);
    return 1;
  };

  constructor(isAvailable: boolean) {
    super();
    this.#isAvailable = isAvailable;
  }

  connect() {
    this.state = "connected";
    this.dispatchEvent(new Event("connect"));
  }
}

describe("casting", () => {
  let remote = new FakeRemote(true);
  beforeEach(() => {
    remote = new FakeRemote(true);
    offer(false);
  });

  const offer = (hasMore: boolean) =>
    stubCalls(reply(podcastsContract.getPodcastOffer, { publicUrl: null, isPublicWhole: !hasMore, hasMore }));

  function renderToggle(found: FakeRemote | null) {
    const { player, audios } = makePlayer();
    if (found) Object.assign(audios[0] ?? {}, { remote: found });
    player.engine.cue(makePlaylist());
    render(
      <QueryClientProvider client={createTestQueryClient()}>
        <PlayerProvider player={player}>
          <CastToggle />
        </PlayerProvider>
      </QueryClientProvider>,
    );
  }

  test("is offered only with a device", async () => {
    renderToggle(new FakeRemote(false));
    renderToggle(null);
    await act(async () => {});
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("lets the user choose a device, but not beside the sound settings", async () => {
    renderToggle(remote);
    const button = await screen.findByRole("button", { name: "Play on another device" });
    await userEvent.click(button);
    expect(remote.prompt).toHaveBeenCalledOnce();

    act(() => soundRoute.update({ usesWebAudio: true }));
    await userEvent.click(button);
    expect(remote.prompt).toHaveBeenCalledOnce();
  });

  test("is refused for a recording that a device without the session would not get", async () => {
    const { calls } = offer(true);
    renderToggle(remote);
    const button = await screen.findByRole("button", { name: "Play on another device" });
    await waitFor(() => expect(calls).toHaveLength(1));
    await act(async () => {});
    await userEvent.click(button);
    expect(remote.prompt).not.toHaveBeenCalled();
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ title: "This recording cannot be played on another device." }),
    );
  });

  test("stays with the element that is cast, over chapters", () => {
    vi.useFakeTimers();
    const { engine, audios } = makePlayerEngine();
    const [first] = audios;
    if (!first) throw new Error("There is no audio.");
    Object.assign(first, { remote });
    followCasting(first as unknown as HTMLAudioElement);
    engine.playBook(makePlaylist());
    vi.advanceTimersByTime(150);
    first.finishLoading();
    remote.connect();
    expect(soundRoute.getState().isCasting).toBe(true);

    first.playTo(45);
    first.finish(60);
    vi.advanceTimersByTime(200);
    expect(first.loaded.at(-1)).toBe("/media/2");
    expect(engine.element).toBe(first);
    vi.useRealTimers();
  });
});
