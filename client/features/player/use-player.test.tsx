import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makePlaylistFixture } from "#client/testing/audiobook-fixture.ts";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { createdPlayer, getPlayer } from "./engine/player-instance.ts";
import { usePlayerState } from "./use-player.ts";

test("the state is read without creating the player, and follows it once it is created", async () => {
  vi.stubGlobal("Audio", FakeAudio);
  const playlist = makePlaylistFixture();
  const { result } = renderHook(() => usePlayerState(({ track }) => track?.bookId ?? null));
  await act(async () => undefined);
  expect([createdPlayer.getState(), result.current]).toEqual([null, null]);

  await act(async () => getPlayer().engine.playBook(playlist));

  expect(result.current).toBe(playlist.bookId);
});
