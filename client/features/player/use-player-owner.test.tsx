import { act, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { sessionQuery, useUser } from "#client/lib/api/session.ts";
import { followSignOut, signOut } from "#client/lib/api/sign-out.ts";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { makeUser } from "#client/testing/factories.ts";
import { makePlayer } from "#client/testing/player-engine-fixture.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { PlayerProvider } from "./components/player-provider.tsx";
import { usePlayerOwner } from "./use-player-owner.ts";

const guestReply = stubRejection(accountsContract.getUser, {
  code: "unauthenticated",
  message: "Unauthorized",
});
const userReply = reply(accountsContract.getUser, makeUser());

function Frame() {
  usePlayerOwner();
  return <p>{useUser() ? "somebody" : "nobody"}</p>;
}

async function playFor(first: typeof userReply) {
  const calls = stubCalls(first);
  const { player } = makePlayer();
  const { engine } = player;
  const page = renderPage(
    <PlayerProvider player={player}>
      <Frame />
    </PlayerProvider>,
  );
  await screen.findByText(first === userReply ? "somebody" : "nobody");
  engine.playBook(makePlaylistFixture());
  await vi.waitFor(() => expect(engine.getState().playlist).not.toBeNull());
  const switchTo = async (next: typeof userReply) => {
    calls.add(next);
    await act(() => page.client.invalidateQueries({ queryKey: sessionQuery.queryKey }));
    await screen.findByText(next === userReply ? "somebody" : "nobody");
  };
  return { engine, switchTo, client: page.client };
}

describe("the playing book", () => {
  test("is closed when a guest signs in, whose access is larger", async () => {
    const { engine, switchTo } = await playFor(guestReply);

    await switchTo(userReply);

    expect(engine.getState()).toMatchObject({ track: null, displayMode: "closed" });
  });

  test("stops when the session ends, with a notice", async () => {
    const { engine, switchTo } = await playFor(userReply);

    await switchTo(guestReply);

    expect(engine.getState()).toMatchObject({ isPlaying: false, playbackError: "refused" });
  });

  test("is closed in all tabs on sign-out", async () => {
    const { engine, client } = await playFor(userReply);
    const stop = followSignOut();
    vi.stubGlobal("location", { assign: () => {} });

    new BroadcastChannel("maktaba-sign-out").postMessage("signing out");
    await vi.waitFor(() => expect(engine.getState().track).toBeNull());
    stop();

    const announced = new Promise((resolve) => {
      new BroadcastChannel("maktaba-sign-out").addEventListener("message", resolve, { once: true });
    });
    vi.stubGlobal("fetch", async () => new Response());
    await signOut(client, {
      confirm: async () => true,
      deleteUnsent: () => {},
      deleteDeviceData: async () => expect.unreachable(),
      showLandingPage: () => expect.unreachable(),
    });
    await announced;
  });
});
