import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UploadSetId } from "#shared/uploads/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import type { UploadItem } from "./engine/upload-state.ts";
import { uploads } from "./engine/upload-state.ts";
import { UploadsPanel } from "./uploads-panel.tsx";

const item = (n: number, changed: Partial<UploadItem> = {}): UploadItem => ({
  id: `44444444-4444-4444-8444-${String(n).padStart(12, "0")}` as UploadSetId,
  title: `Book ${n}`,
  status: "paused",
  progress: 40,
  speed: 0,
  estimatedTimeRemaining: null,
  totalSize: 10,
  uploadedSize: 4,
  startTime: 0,
  message: "",
  bookId: null,
  isProcessing: false,
  isFinal: false,
  needs: null,
  ...changed,
});

beforeEach(() => loadMessages("upload"));
afterEach(() => {
  uploads.set({ items: [], isMinimized: false });
  vi.restoreAllMocks();
});

/** Lays the panel out over the first control, or beside it. */
function show(isOver: boolean): void {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const isPanel = this.tagName === "SECTION";
    return new DOMRect(isPanel && !isOver ? 500 : 0, 0, 100, 40);
  });
  render(
    <MemoryRouter>
      <button type="button">Save</button>
      <UploadsPanel />
    </MemoryRouter>,
  );
}

test("the panel minimizes and docks when it covers a control, and leaves room for itself", async () => {
  uploads.set({ items: [item(1)], isMinimized: false });
  show(true);

  expect(await screen.findByRole("button", { name: "Expand" })).toHaveAttribute("aria-expanded", "false");
  expect(document.documentElement.style.getPropertyValue("--uploads-height")).not.toBe("");
});

test("the panel that the reader opened stays until something else is used", async () => {
  const reader = userEvent.setup();
  uploads.set({ items: [item(1)], isMinimized: true });
  show(true);

  await reader.click(screen.getByRole("button", { name: "Expand" }));
  expect(await screen.findByText("Book 1")).toBeVisible();
  await reader.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByRole("button", { name: "Expand" })).toBeVisible();
});

test("a panel beside the controls stays open", async () => {
  const reader = userEvent.setup();
  uploads.set({ items: [item(1)], isMinimized: false });
  show(false);

  await reader.click(screen.getByRole("button", { name: "Save" }));

  expect(screen.getByText("Book 1")).toBeVisible();
  expect(document.documentElement.style.getPropertyValue("--uploads-height")).toBe("");
});

test("rows offer what helps", () => {
  uploads.set({
    items: [
      item(1, { status: "error", message: "Broken.", isFinal: true }),
      item(2, { status: "error", message: "Busy." }),
      item(3, { status: "uploading", isProcessing: true }),
      item(4, { needs: "files" }),
    ],
    isMinimized: false,
  });
  show(false);

  expect(screen.getAllByRole("button", { name: "Try Again" })).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Cancel Book 1" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel Book 2" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel Book 3" })).toBeNull();
  expect(screen.getByRole("button", { name: "Choose files" })).toBeVisible();
});

test("a completed upload leaves the panel when it is viewed", async () => {
  const reader = userEvent.setup();
  uploads.set({ items: [item(1, { status: "success" }), item(2)], isMinimized: false });
  show(false);

  await reader.click(screen.getByRole("link", { name: "Upload completed - Click to view" }));

  expect(uploads.getState().items.map(({ title }) => title)).toEqual(["Book 2"]);
});

test("a completed upload without a book leads to a search for its title", () => {
  uploads.set({ items: [item(1, { status: "success", title: 'The "quoted" word' })], isMinimized: false });
  show(false);

  const href = screen.getByRole("link", { name: "Upload completed - Click to view" }).getAttribute("href");
  expect(new URLSearchParams(href?.split("?")[1]).get("search")).toBe('The "quoted" word');
});
