import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Store } from "#client/lib/store.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { ResyncBar } from "./resync-bar.tsx";

test("following the voice again shows its page, also when pages are not turned automatically", async () => {
  const sync = Object.assign(new Store({ mode: "free", isApproximate: false }), { resumeFollowing: vi.fn() });
  const speech = { sync, readPageAloud: vi.fn(), resumeFollowing: vi.fn() };
  const { user } = renderPage(
    <ResyncBar ebook={{} as never} speech={speech as never} bookAudio={{} as never} />,
  );

  await user.click(await screen.findByRole("button", { name: "Resume following" }));

  expect(speech.resumeFollowing).toHaveBeenCalledOnce();
  expect(sync.resumeFollowing).not.toHaveBeenCalled();
});
