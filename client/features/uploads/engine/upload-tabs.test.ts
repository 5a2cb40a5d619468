import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import type { UploadSetId } from "#shared/uploads/contract.ts";
import { createItem, findItem, resetState, setItem, tabState, type UploadItem } from "./upload-state.ts";
import { changeItem, isResumedElsewhere, listenToTabs, pauseElsewhere, removeUpload } from "./upload-tabs.ts";

const reader = "11111111-1111-4111-8111-111111111111" as UserId;
const id = "44444444-4444-4444-8444-444444444444" as UploadSetId;
const item: UploadItem = createItem({
  id,
  title: "Book",
  state: "open",
  reason: null,
  bookId: null,
  createdAt: new Date(0),
  files: [],
});

const tab = new BroadcastChannel("maktaba-uploads");
const onMessage = vi.fn<(message: object) => void>();
tab.addEventListener("message", ({ data }) => onMessage(data));

beforeEach(() => {
  onMessage.mockReset();
  resetState(reader);
  setItem(item, []);
});
afterEach(() => resetState(null));

test("a change is shown in other tabs and stored", async () => {
  changeItem(id, { status: "paused" });

  await expect
    .poll(() => onMessage.mock.calls)
    .toEqual([[{ type: "item", userId: reader, item: { ...item, status: "paused" }, files: [] }]]);
  expect(localStorage.getItem("maktaba.uploads")).toContain('"paused"');
});

test("other tabs' commands are obeyed and their removals shown, until the uploads are closed", async () => {
  const onCommand = vi.fn();
  listenToTabs(tabState.session.signal, onCommand);

  tab.postMessage({ type: "command", id, command: "pause" });
  tab.postMessage({ type: "removed", id });
  await expect.poll(() => findItem(id)).toBeUndefined();
  expect(onCommand.mock.calls).toEqual([[id, "pause"]]);

  const { signal } = tabState.session;
  resetState(null);
  expect(signal.aborted).toBe(true);
});

test("other tabs are asked to pause, and told of a removal", async () => {
  pauseElsewhere(id);
  removeUpload(id);

  await expect
    .poll(() => onMessage.mock.calls)
    .toEqual([[{ type: "command", id, command: "pause" }], [{ type: "removed", id }]]);
  expect(findItem(id)).toBeUndefined();
});

test("the tab that has the files resumes", async () => {
  onMessage.mockImplementation(() =>
    tab.postMessage({ type: "item", userId: reader, item: { ...item, status: "uploading" }, files: [] }),
  );

  expect(await isResumedElsewhere(id)).toBe(true);
});

test("an upload whose files no tab has is not resumed elsewhere", async () => {
  expect(await isResumedElsewhere(id)).toBe(false);
});
