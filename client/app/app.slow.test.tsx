import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { App } from "./app.tsx";
import * as preloads from "./routing/route-preloader.tsx";

const preventError = (event: Event) => event.preventDefault();

beforeEach(() => {
  history.replaceState(null, "", "/careers");
  stubCalls(stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" }));
  window.addEventListener("error", preventError);
});
afterEach(() => {
  window.removeEventListener("error", preventError);
  vi.restoreAllMocks();
});

test("an uncaught error is only logged", async () => {
  render(<App />);
  await screen.findByRole("heading", { level: 1, name: "Careers" });

  await act(async () => {
    const error = new Error("Nobody caught this");
    window.dispatchEvent(new ErrorEvent("error", { error, message: error.message, cancelable: true }));
    window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: error }));
  });

  expect(screen.getByRole("heading", { level: 1, name: "Careers" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Something went wrong" })).toBeNull();
});

test("an error outside of all screens shows the error card", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(preloads, "RoutePreloader").mockImplementation(() => {
    throw new Error("The frame is broken");
  });

  render(<App />);

  expect(await screen.findByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
});

test("the key of the command palette works before its code has loaded", async () => {
  render(<App />);

  await userEvent.keyboard("{Control>}k{/Control}");

  expect(await screen.findByRole("dialog", { name: "Find anything" }, { timeout: 10_000 })).toBeVisible();
});
