import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { ForgotPage } from "./forgot-page.tsx";

afterEach(() => vi.unstubAllGlobals());

test.each([true, false])("shows the form or the notice only once it knows which: %s", async (sendsEmail) => {
  const { hold } = stubCalls(
    reply(accountsContract.getSignInOptions, {
      productName: "Maktaba",
      registration: "open",
      registersOnSignIn: true,
      requiresSignUpChallenge: false,
      passwordMinLength: 6,
      sendsEmail,
      providerName: "",
    }),
  );
  const release = hold(() => true);
  renderPage(<ForgotPage />, { at: "/auth/forgot" });
  const isFormShown = () => screen.queryByRole("textbox", { name: "Email" }) !== null;
  const isNoticeShown = () => screen.queryByRole("link", { name: "Contact us" }) !== null;

  expect([isFormShown(), isNoticeShown()]).toEqual([false, false]);
  release();
  await vi.waitFor(() => expect([isFormShown(), isNoticeShown()]).toEqual([sendsEmail, !sendsEmail]));
});
