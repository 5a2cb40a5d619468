import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openedFile } from "#client/lib/opened-file.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { OpenLaunches } from "./open-launches.tsx";

afterEach(() => openedFile.set(null));

/** Starts the app as Chromium does, for a file or for the address of a shortcut. */
function launchApp() {
  const launchQueue = { setConsumer: vi.fn() };
  vi.stubGlobal("launchQueue", launchQueue);
  const { url } = renderPage(<OpenLaunches />, { at: "/home" });
  const [consume] = launchQueue.setConsumer.mock.calls[0] as [(launch: object) => void];
  return { url, consume };
}

test("a file that the system opens with the app leads to the page that opens files", async () => {
  const { url, consume } = launchApp();
  const file = new File(["book"], "lantern.epub");

  consume({ targetURL: `${location.origin}/open`, files: [{ getFile: async () => file }] });

  await waitFor(() => expect(openedFile.getState()).toBe(file));
  expect(url()).toBe("/open");
});

test("a shortcut opens its page, and an address of another site does not", async () => {
  const { url, consume } = launchApp();

  consume({ targetURL: "https://other.example/browse", files: [] });
  expect(url()).toBe("/home");
  consume({ targetURL: `${location.origin}/library?view=downloads`, files: [] });

  await waitFor(() => expect(url()).toBe("/library?view=downloads"));
});
