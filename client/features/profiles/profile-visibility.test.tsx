import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import { UserId } from "#shared/accounts/user.ts";
import { profilesContract } from "#shared/profiles/contract.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ProfileVisibility } from "./profile-visibility.tsx";

const { getPreferences, updatePreferences } = sessionContract;
const user = makeUser({ id: UserId.parse("00000000-0000-4000-8000-000000000001"), username: "maryam" });

function open(...more: readonly Stub[]) {
  const calls = stubCalls(
    reply(accountsContract.getUser, user),
    reply(getPreferences, { theme: "dark", profileShows: ["streak"] }),
    reply(updatePreferences, { theme: "dark", profileShows: ["time", "streak"] }),
    ...more,
  );
  return { ...renderPage(<ProfileVisibility />), ...calls };
}

const findSwitch = (name: string) => screen.findByRole("switch", { name });

test("each line is switched separately, and only it is sent", async () => {
  const { user: reader, calls } = open();
  await vi.waitFor(async () => expect(await findSwitch("Day streak")).toBeChecked());
  expect(await findSwitch("Time spent reading this year")).not.toBeChecked();

  await reader.click(await findSwitch("Time spent reading this year"));

  expect(await findSwitch("Time spent reading this year")).toBeChecked();
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      profileShows: ["time", "streak"],
    }),
  );
});

test("a line that could not be changed is reverted", async () => {
  const { user: reader } = open(
    stubRejection(updatePreferences, { code: "unavailable", message: "Not now." }),
  );
  await vi.waitFor(async () => expect(await findSwitch("Day streak")).toBeChecked());

  await reader.click(await findSwitch("Day streak"));

  await vi.waitFor(async () => expect(await findSwitch("Day streak")).toBeChecked());
});

test("a user sees the profile as others do", async () => {
  const streak = { current: 22, longest: 35, hasToday: true };
  const { user: reader } = open(
    reply(profilesContract.getProfile, {
      id: UserId.parse("00000000-0000-4000-8000-000000000001"),
      username: "maryam",
      name: "Maryam I",
      profileImageUrl: "",
      bio: null,
      finished: null,
      time: null,
      streak,
      genres: null,
      challenges: null,
    }),
  );

  await reader.click(await screen.findByRole("button", { name: "View as others see it" }));

  const dialog = within(await screen.findByRole("dialog", { name: "How others see you" }));
  expect(await dialog.findByText("Maryam I")).toBeVisible();
  expect(dialog.getByText("22")).toBeVisible();
  expect(dialog.queryByText("Time spent reading this year")).toBeNull();
});
