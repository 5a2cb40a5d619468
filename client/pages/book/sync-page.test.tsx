import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import {
  type AlignmentEditorState,
  alignmentContract,
  type EditableChapter,
} from "#shared/alignment/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { setLanguage } from "#client/lib/i18n/i18n.ts";
import { makeDetail, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { SyncPage } from "./sync-page.tsx";

const { id: bookId, title } = makeDetail(1);

const alignment: NonNullable<AlignmentEditorState["alignment"]> = {
  state: "done",
  stage: null,
  progress: 1,
  chaptersDone: 1,
  chapterCount: 1,
  reason: null,
  about: "",
  requestedAt: new Date(0),
  startedAt: new Date(0),
  endedAt: new Date(0),
};

const editorState: AlignmentEditorState = {
  bookId,
  title,
  canEdit: true,
  canAlign: true,
  alignment,
  anchors: [],
  tools: { missing: [], install: [] },
  chapters: [
    {
      chapterNumber: 1,
      title: "The Well",
      source: "aligned",
      level: "sentence",
      version: "aa",
      confidence: 0.5,
      sentences: ["s0-0", "s0-1"],
    },
  ],
};

const chapter: EditableChapter = {
  ...(editorState.chapters[0] as AlignmentEditorState["chapters"][number]),
  duration: 30,
  audio: "/media/a/b",
  audioStart: 10,
  sentences: [
    { id: "s0-0", text: "A sentence that is known.", start: 1, end: 3, confidence: 0.9, isAnchored: false },
    { id: "s0-1", text: "One that is not.", start: 4, end: 6, confidence: 0.2, isAnchored: false },
  ],
  lowConfidence: [{ kind: "unclear", start: 4, end: 6, sentences: ["s0-1", "s0-1"], confidence: 0.2 }],
};

function open(input: Partial<AlignmentEditorState> = {}, canEdit = true) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser({ isEmployee: true })),
    reply(booksContract.getBook, makeDetail(1, { canEdit })),
    reply(alignmentContract.getAlignmentEditor, { ...editorState, ...input }),
    reply(alignmentContract.getEditableChapter, chapter),
    reply(alignmentContract.setAnchor, editorState),
    reply(alignmentContract.startAlignment, editorState),
  );
  const page = (
    <Routes>
      <Route path="/book/:id/sync" element={<SyncPage />} />
    </Routes>
  );
  return { ...renderPage(page, { at: `/book/${bookId}/sync` }), ...calls };
}

test("says what to install when a program is missing, and cannot be started", async () => {
  open({
    alignment: { ...alignment, state: "refused", reason: "missing-tools", about: "espeak-ng" },
    tools: {
      missing: ["espeak-ng"],
      install: [{ platform: "Debian, Ubuntu", command: "apt install espeak-ng" }],
    },
  });
  expect(await screen.findByText("Missing program: espeak-ng.")).toBeVisible();
  expect(screen.getByText("apt install espeak-ng")).toBeVisible();
  expect(screen.getByRole("button", { name: "Sync again" })).toBeDisabled();
});

test("shows progress and can be cancelled", async () => {
  const running = {
    state: "running",
    stage: "aligning",
    progress: 0.4,
    chaptersDone: 1,
    chapterCount: 3,
  } as const;
  open({ alignment: { ...alignment, ...running, endedAt: null } });
  expect(await screen.findByText("Aligning: 1 of 3 chapters.")).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "40");
  expect(screen.getByRole("button", { name: "Cancel" })).toBeEnabled();
});

test("shows uncertain sentences of a chapter and sets one by ear", async () => {
  const { user, calls } = open();
  await user.click(await screen.findByRole("button", { name: /The Well/ }));
  expect(await screen.findByText("One that is not.")).toBeVisible();
  expect(screen.queryByText("A sentence that is known.")).toBeNull();
  expect(screen.getByText("Uncertain")).toBeVisible();

  const audioElement = screen.getByLabelText<HTMLAudioElement>("Chapter audio");
  audioElement.currentTime = 14.25;
  const row = within(screen.getByText("One that is not.").closest("li") as HTMLElement);
  await user.click(row.getByRole("button", { name: "Set start here: One that is not." }));

  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ chapterNumber: 1, at: 4.25 });
  await user.click(screen.getByRole("switch", { name: "Uncertain only" }));
  expect(await screen.findByText("A sentence that is known.")).toBeVisible();
});

test("is not allowed for other users", async () => {
  const { calls } = open({}, false);
  expect(await screen.findByText("Only the book's author and employees can do this.")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
  expect(calls.some(({ url }) => url.includes("/sync/"))).toBe(false);
});

test("names a chapter without a title in the interface language", async () => {
  const [named] = editorState.chapters as [AlignmentEditorState["chapters"][number]];
  try {
    await setLanguage("ar");
    open({ chapters: [{ ...named, title: "Chapter 1" }] });
    expect(await screen.findByRole("button", { name: /^الفصل 1/ })).toBeVisible();
  } finally {
    await setLanguage("en");
  }
});
