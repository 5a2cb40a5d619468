import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { Menu } from "./menu.tsx";

function renderMenu() {
  const { user } = renderPage(
    <main>
      <Menu
        label="Actions"
        trigger={(props) => (
          <button type="button" {...props}>
            Open
          </button>
        )}
        groups={[[{ label: "Rename" }, { label: "Share" }], [{ label: "Delete" }]]}
      />
    </main>,
  );
  return { user, getButton: () => screen.getByRole("button", { name: "Open", hidden: true }) };
}

test.each(["{Enter}", " ", "{ArrowDown}"])("the first opening by %s focuses the first item", async (key) => {
  const { user, getButton } = renderMenu();
  getButton().focus();
  await user.keyboard(key);
  expect(await screen.findByRole("menuitem", { name: "Rename" })).toHaveFocus();

  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Share" })).toHaveFocus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(getButton()).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: "Rename" })).toHaveFocus());
});

test("a menu that a pointer opens has no focused item", async () => {
  const { user, getButton } = renderMenu();
  await user.click(getButton());
  await waitFor(() => expect(screen.getByRole("menu")).toHaveFocus());
});
