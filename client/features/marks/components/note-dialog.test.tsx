import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import type { ShownMark } from "#client/features/marks/store/mark-store.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { NoteDialog } from "./note-dialog.tsx";

beforeAll(() => loadMessages("marks"));

test("what is typed when the dialog opens is the note", async () => {
  const mark = { note: "", tags: [], anchor: { quote: { exact: "road" } } } as unknown as ShownMark;
  const [onSave, onClose] = [vi.fn(), vi.fn()];
  const { unmount } = renderPage(<NoteDialog mark={mark} onSave={onSave} onClose={onClose} />);
  await screen.findByRole("dialog");

  await userEvent.keyboard("Seen on the road.");
  expect(onClose).not.toHaveBeenCalled();
  unmount();

  expect(onSave).toHaveBeenCalledExactlyOnceWith({ note: "Seen on the road." });
});
