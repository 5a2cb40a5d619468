import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PageHooks } from "#client/features/reader/engine/page-hooks.ts";
import { TapZoneHint } from "./tap-zone-hint.tsx";

const onSeen = vi.fn();
const start = { page: "p1", areBarsShown: true, isRightToLeft: false, hooks: new PageHooks(), onSeen };
const setPointer = (isCoarse: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: isCoarse }));
const queryHint = () => screen.queryByText("Next page");

beforeEach(() => setPointer(true));

test("shows where to tap once the bars are hidden, until the first page turn, and says that it was seen", () => {
  const { rerender } = render(<TapZoneHint {...start} />);
  expect(queryHint()).toBeNull();

  rerender(<TapZoneHint {...start} areBarsShown={false} />);
  expect(queryHint()).toBeVisible();

  rerender(<TapZoneHint {...start} areBarsShown={false} page="p2" />);
  expect(queryHint()).toBeNull();

  expect(onSeen).toHaveBeenCalledOnce();
});

test("disappears when text is selected", () => {
  const hooks = new PageHooks();
  hooks.onDocument(document, 0);
  render(<TapZoneHint {...start} hooks={hooks} areBarsShown={false} />);
  const hint = screen.getByText("Next page");
  document.dispatchEvent(new Event("selectionchange"));
  expect(hint).toBeVisible();

  document.getSelection()?.selectAllChildren(hint);
  act(() => void document.dispatchEvent(new Event("selectionchange")));
  expect(queryHint()).toBeNull();
  expect(onSeen).toHaveBeenCalled();
});

test("is not shown for a mouse", () => {
  setPointer(false);
  render(<TapZoneHint {...start} areBarsShown={false} />);
  expect(queryHint()).toBeNull();
});
