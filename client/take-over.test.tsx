import { screen, waitFor } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { getAddress } from "#shared/api/http-client.ts";
import type { Language } from "#shared/api/language.ts";
import { booksContract } from "#shared/books/contract.ts";
import { repliesId } from "#shared/routes/painting.ts";
import { App } from "./app/app.tsx";
import { preloadPage } from "./app/routing/router.tsx";
import { setLanguage } from "./lib/i18n/i18n.ts";
import { saveTyping } from "./lib/typed-before.ts";
import { createRenderer } from "./painter.tsx";
import { makeBook } from "./testing/factories.ts";
import { stubCalls } from "./testing/stub-calls.ts";

const { paint } = await createRenderer();

beforeEach(() => {
  document.head.innerHTML = '<meta name="visitor" content="guest">';
});
afterEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

const books = [makeBook(1, { title: "Letters from the Road" }), makeBook(2, { title: "رسائل" })];
const shelf = { books, total: 2, isTotalCapped: false, nextCursor: null, searchedFor: null };
const replies = {
  [getAddress(booksContract.listBooks, { query: { limit: 24 } })]: z.encode(
    booksContract.listBooks.response,
    shelf,
  ),
};

/** The page as it comes from the server, and then as the client takes it over. */
async function open(path: string, language: Language, meanwhile?: (root: HTMLElement) => void) {
  const { html } = await paint(path, { language, productName: "Maktaba", replies });
  history.replaceState(null, "", path);
  document.documentElement.lang = language;
  await setLanguage(language);
  document.body.innerHTML = `<div id="root">${html}</div><script type="application/json" id="${repliesId}">${JSON.stringify(replies)}</script>`;
  const root = document.body.firstElementChild as HTMLElement;
  const drawn = root.querySelector("h1");
  const failures: unknown[] = [];
  await preloadPage(path);
  meanwhile?.(root);
  saveTyping(root);
  hydrateRoot(root, <App />, { onRecoverableError: (error) => failures.push(error) });
  // What React has taken over answers to a press.
  await waitFor(() => expect(Object.keys(drawn ?? {}).join()).toContain("__react"));
  return { root, drawn, failures };
}

test("the client takes over what the server drew, and draws nothing anew", async () => {
  const { made } = stubCalls();
  const error = vi.spyOn(console, "error");

  const { root, drawn, failures } = await open("/browse", "ar");

  expect(failures).toEqual([]);
  expect(error).not.toHaveBeenCalled();
  expect(root.querySelector("h1")).toBe(drawn);
  expect(root.textContent).toContain("Letters from the Road");
  expect(made.filter(({ url }) => url.startsWith("/api/books?"))).toEqual([]);
});

test("what was typed before the scripts came is not lost", async () => {
  stubCalls();
  const questions = () => screen.getAllByRole("listitem").length;
  let atFirst = 0;

  const { root } = await open("/help-center", "en", (drawn) => {
    atFirst = questions();
    const field = drawn.querySelector<HTMLInputElement>("main input[type=search]");
    if (field) field.value = "offline";
  });

  await waitFor(() => expect(questions()).toBeLessThan(atFirst));
  expect(root.querySelector("main input[type=search]")).toHaveValue("offline");
});
