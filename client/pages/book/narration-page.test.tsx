import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { aiNarrationContract, type NarrationEditorState } from "#shared/ai-narration/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { makeDetail, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { NarrationPage } from "./narration-page.tsx";

const { id: bookId, title } = makeDetail(1);

const narration: NonNullable<NarrationEditorState["narration"]> = {
  state: "running",
  progress: 0.4,
  chaptersDone: 1,
  chapterCount: 3,
  reason: null,
  about: "",
  requestedAt: new Date(0),
  startedAt: new Date(0),
  endedAt: null,
};

const editorState: NarrationEditorState = {
  bookId,
  title,
  kind: "book",
  narration: null,
  isNarrated: false,
  hasRecording: false,
  voice: "eSpeak NG",
  consent: { thisBook: null, allBooks: false, isAllowed: false, hasAuthor: true, canDecide: true },
  tools: { missing: [], install: [] },
};

const allowed = { ...editorState.consent, allBooks: true, isAllowed: true };

function open(input: Partial<NarrationEditorState> = {}, canEdit = true) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser({ isAuthor: true })),
    reply(booksContract.getBook, makeDetail(1, { canEdit })),
    reply(aiNarrationContract.getNarration, { ...editorState, ...input }),
    reply(aiNarrationContract.saveNarrationConsent, editorState),
    reply(aiNarrationContract.saveDefaultNarrationConsent, { allows: true }),
    reply(aiNarrationContract.startNarration, editorState),
    reply(aiNarrationContract.deleteNarration, editorState),
  );
  const page = (
    <Routes>
      <Route path="/book/:id/narration" element={<NarrationPage />} />
    </Routes>
  );
  return { ...renderPage(page, { at: `/book/${bookId}/narration` }), ...calls };
}

test("is not offered for scripture", async () => {
  open({ kind: "scripture", consent: allowed });

  expect(await screen.findByText(/This book is scripture/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create AI narration" })).toBeNull();
});

test("cannot be started before the author allows it for the book or for all", async () => {
  const { user, calls } = open();
  expect(await screen.findByRole("button", { name: "Create AI narration" })).toBeDisabled();

  await user.selectOptions(screen.getByLabelText("This book"), "Yes");
  await user.click(screen.getByRole("switch", { name: "All my books" }));

  const bodies = calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(bodies).toEqual([{ allows: true }, { allows: true }]);
});

test("shows employees what the author has decided", async () => {
  open({ consent: { ...editorState.consent, canDecide: false } });
  expect(await screen.findByText("The author does not allow it.")).toBeVisible();
  expect(screen.queryByRole("switch")).toBeNull();
});

test("shows progress and can be cancelled", async () => {
  open({ narration, consent: allowed });
  expect(await screen.findByText("Narrating: 1 of 3 chapters.")).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "40");
  expect(screen.getByRole("button", { name: "Cancel" })).toBeEnabled();
});

test("says what to install when a program is missing", async () => {
  const install = [{ platform: "Debian, Ubuntu", command: "apt install ffmpeg" }];
  open({ consent: allowed, tools: { missing: ["ffmpeg"], install } });
  expect(await screen.findByText("apt install ffmpeg")).toBeVisible();
  expect(screen.getByRole("button", { name: "Create AI narration" })).toBeDisabled();
});

test("asks before deleting the narration", async () => {
  const { user, calls } = open({ consent: allowed, isNarrated: true });
  await user.click(await screen.findByRole("button", { name: "Remove AI narration" }));
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  const dialog = await screen.findByRole("dialog");
  await user.click(
    [...dialog.querySelectorAll("button")].find(
      (each) => each.textContent === "Remove AI narration",
    ) as Element,
  );
  expect(calls.some(({ method }) => method === "DELETE")).toBe(true);
});

test("keeps human recordings", async () => {
  open({ consent: allowed, hasRecording: true });
  expect(await screen.findByText(/This book already has a recording/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create AI narration" })).toBeNull();
});

test("is not allowed for other users", async () => {
  const { calls } = open({}, false);
  expect(await screen.findByText("Only the book's author and employees can do this.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  expect(calls.some(({ url }) => url.includes("/narration"))).toBe(false);
});
