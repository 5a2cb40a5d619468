import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { EmailSettingsPage } from "./email-settings-page.tsx";

const { getUser, changeEmail, resendVerification } = accountsContract;

function open() {
  const calls = stubCalls(
    reply(getUser, makeUser({ emailVerified: false, email: "amina@example.org" })),
    reply(notificationsContract.getSettings, [{ type: "new_book", inApp: true, email: true, push: true }]),
    reply(resendVerification, { done: true }),
  );
  return { ...renderPage(<EmailSettingsPage />), ...calls };
}

test("an unconfirmed address is marked, and its link can be sent again", async () => {
  const { user, calls } = open();
  expect(await screen.findByText("amina@example.org")).toBeVisible();
  expect(screen.getByText("Not confirmed yet")).toBeVisible();

  await user.click(screen.getByRole("button", { name: "Resend link" }));

  expect(await screen.findByText("We have sent the link.")).toBeVisible();
  expect(calls.some(({ url }) => url === resendVerification.path)).toBe(true);
});

test("a new address requires the password, and a wrong one is marked", async () => {
  const wrong = "This password is incorrect.";
  const { user, calls, add } = open();
  add(
    stubRejection(changeEmail, {
      code: "invalid_input",
      message: "",
      reason: { code: "wrong_password" },
      fields: { password: { code: "wrong_password" } },
    }),
  );
  await user.type(await screen.findByLabelText("New email address"), "new@example.org");
  await user.type(screen.getByLabelText("Your password"), "a lantern at dusk");

  await user.click(screen.getByRole("button", { name: "Change email address" }));
  expect(await screen.findByText(wrong)).toBeVisible();
  await user.type(screen.getByLabelText("Your password"), "!");
  add(reply(changeEmail, { done: true }));
  await user.click(screen.getByRole("button", { name: "Change email address" }));

  expect(await screen.findByText("If new@example.org can be used, we have sent a link there.")).toBeVisible();
  expect(calls.at(-1)?.body).toEqual({ email: "new@example.org", password: "a lantern at dusk!" });
});
