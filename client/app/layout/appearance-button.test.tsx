import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { chooseCalendar, getChosenCalendar } from "#client/lib/i18n/calendar.ts";
import { chooseTheme } from "#client/lib/theme.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AppearanceButton } from "./appearance-button.tsx";

afterEach(() => {
  chooseTheme("system");
  chooseCalendar("gregorian");
});

async function open() {
  const { user } = renderPage(<AppearanceButton />);
  await user.click(screen.getByRole("button", { name: "Appearance" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Appearance" })) };
}

test("a guest's theme and calendar are stored in the browser", async () => {
  const { calls } = stubCalls(
    stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }),
  );
  const { user, dialog } = await open();

  await user.click(dialog.getByRole("radio", { name: "Sepia" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Calendar" }), "hijri");

  expect(document.documentElement).toHaveClass("sepia");
  expect(getChosenCalendar()).toBe("hijri");
  expect(calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a user's theme and calendar are stored in the account", async () => {
  const { calls } = stubCalls(
    reply(accountsContract.getUser, makeUser()),
    reply(accountsContract.getPreferences, {}),
    reply(accountsContract.updatePreferences, {}),
  );
  const { user, dialog } = await open();

  await user.click(dialog.getByRole("radio", { name: "Dark" }));

  expect(calls.filter(({ method }) => method !== "GET").map(({ body }) => body)).toEqual([{ theme: "dark" }]);
});
