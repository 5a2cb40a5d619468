import { screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { stubCalls } from "#client/testing/stub-calls.ts";
import { callDictionaries } from "./engine/dictionary-client.ts";
import type { DictionaryInfo } from "./engine/stored-entry.ts";
import { OwnDictionaries } from "./own-dictionaries.tsx";

vi.mock("./engine/dictionary-client.ts", () => ({ callDictionaries: vi.fn() }));

let stored: string[];

const toInfo = (title: string, position: number): DictionaryInfo => ({
  id: title,
  title,
  kind: "stardict",
  entryCount: 5,
  position,
});

beforeAll(() => loadMessages("dictionary"));
beforeEach(() => {
  stored = ["Lane", "Hava", "Steingass"];
  vi.mocked(callDictionaries).mockImplementation(((name: string, [input]: readonly unknown[]) => {
    if (name === "order") stored = input as string[];
    if (name === "remove") stored = stored.filter((id) => id !== input);
    return Promise.resolve(name === "list" ? stored.map(toInfo) : null);
  }) as never);
});

const button = (name: string) => screen.getByRole("button", { name });

async function open() {
  stubCalls();
  const { user } = renderPage(
    <main tabIndex={-1}>
      <OwnDictionaries />
    </main>,
  );
  await screen.findByText("Lane");
  return user;
}

test("dictionaries are put in order with the keyboard; the pressed button keeps the focus at both ends", async () => {
  const user = await open();
  await user.tab();
  expect(button("Move Lane up")).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(stored).toEqual(["Lane", "Hava", "Steingass"]);

  await user.tab();
  expect(button("Move Lane down")).toHaveFocus();
  for (const order of ["Hava Lane Steingass", "Hava Steingass Lane", "Hava Steingass Lane"]) {
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(
        screen.getAllByRole("listitem").map(({ textContent }) => textContent?.match(/^\w+(?=Star)/)?.[0]),
      ).toEqual(order.split(" ")),
    );
    expect(button("Move Lane down")).toHaveFocus();
  }
  expect(button("Move Lane down")).toHaveAttribute("aria-disabled", "true");
});

test("a removed dictionary leaves the focus on the next one, and the last one in the page", async () => {
  const user = await open();
  button("Remove Hava").focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "Remove this dictionary?" })).toBeVisible();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(button("Remove Hava")).toHaveFocus());

  const remove = async () => {
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog");
    await user.tab();
    await user.tab();
    expect(button("Remove")).toHaveFocus();
    await user.keyboard("{Enter}");
  };
  for (const next of ["Steingass", "Lane"]) {
    await remove();
    await waitFor(() => expect(button(`Remove ${next}`)).toHaveFocus());
  }
  await remove();
  await screen.findByText("You have not added a dictionary on this device.");
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});
