import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type AuthorApplication, authorsContract } from "#shared/authors/contract.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AuthorAuthPage } from "./author-auth-page.tsx";

const { getMyApplication, apply } = authorsContract;
const options = reply(accountsContract.getSignInOptions, {
  productName: "Maktaba",
  registration: "open" as const,
  registersOnSignIn: true,
  requiresSignUpChallenge: false,
  passwordMinLength: 6,
  sendsEmail: true,
  providerName: "",
});
const application: AuthorApplication = {
  id: getId(1) as AuthorApplication["id"],
  name: "Maryam Idris",
  about: "I write short travel stories and read them aloud at my mosque.",
  links: ["https://example.org"],
  sample: "A road. ".repeat(40).trim(),
  state: "waiting",
  reason: "",
  appliedAt: new Date("2026-03-01T12:00:00Z"),
  decidedAt: null,
};

function open(...stubs: readonly Stub[]) {
  const calls = stubCalls(options, reply(accountsContract.getUser, makeUser()), ...stubs);
  return { ...renderPage(<AuthorAuthPage />, { at: "/author-auth" }), ...calls };
}

test("a guest signs in or up first", async () => {
  open(stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }));

  expect(await screen.findByRole("button", { name: "Sign In" })).toBeVisible();
  expect(screen.getByRole("tab", { name: "Create Account" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send application" })).toBeNull();
});

test("a reader applies; missing fields are marked and nothing is sent", async () => {
  const { user, calls, add } = open(reply(getMyApplication, null), reply(apply, application));

  await user.type(await screen.findByLabelText("Links"), "not an address");
  await user.click(screen.getByRole("button", { name: "Send application" }));
  await waitFor(() => expect(screen.getByLabelText("About you")).toHaveFocus());
  expect(screen.getByLabelText("About you")).toHaveAccessibleDescription(/This field is required/);
  expect(screen.getByLabelText("Links")).toBeInvalid();
  expect(screen.getByLabelText("Writing sample")).toBeInvalid();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);

  for (const [label, text] of [
    ["Author name", application.name],
    ["About you", application.about],
    ["Links", "https://example.org"],
    ["Writing sample", application.sample],
  ] as const) {
    await user.clear(screen.getByLabelText(label));
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
  add(reply(getMyApplication, application));
  await user.click(screen.getByRole("button", { name: "Send application" }));

  expect(await screen.findByRole("heading", { name: "Your application is under review" })).toBeVisible();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    name: application.name,
    about: application.about,
    links: ["https://example.org"],
    sample: application.sample,
  });
});

test("a declined reader sees the reason and can apply again", async () => {
  const reason = "Please send a longer piece.";
  const decidedAt = new Date("2026-03-02T12:00:00Z");
  const { user } = open(reply(getMyApplication, { ...application, state: "declined", reason, decidedAt }));

  expect(await screen.findByText(reason)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Apply again" }));

  expect(screen.getByRole("button", { name: "Send application" })).toBeVisible();
});

test("an author is told so", async () => {
  open(reply(accountsContract.getUser, makeUser({ isAuthor: true })), reply(getMyApplication, null));

  expect(await screen.findByRole("heading", { name: "You are now an author" })).toBeVisible();
});
