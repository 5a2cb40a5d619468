import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Ebook } from "#shared/reader/contract.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { usePageEvents } from "./use-page-events.ts";

/** Clicks on a sentence at the window's left edge. */
function clickAtTheSide(extension: ReaderExtension | null) {
  const onCommand = vi.fn();
  const { result } = renderHook(() =>
    usePageEvents(
      {} as Ebook,
      { current: null },
      {
        onCommand,
        extension,
        isCovered: false,
        onTapMiddle: vi.fn(),
        onPointer: vi.fn(),
        onJump: vi.fn(),
        onNote: vi.fn(),
        onLeave: vi.fn(),
        onEnlarge: vi.fn(),
      },
    ),
  );
  document.body.innerHTML = '<p><span class="mk-s" id="s0-0">A sentence.</span></p>';
  const click = Object.assign(new MouseEvent("click", { bubbles: true }), { pointerType: "mouse" });
  document.querySelector(".mk-s")?.dispatchEvent(click);
  result.current.input.onTap({ x: 10, click });
  return onCommand;
}

test("a click on a sentence plays it; elsewhere it turns the page", () => {
  const onTap = vi.fn(() => true);
  expect(clickAtTheSide({ onTap } as Partial<ReaderExtension> as ReaderExtension)).not.toHaveBeenCalled();
  expect(onTap).toHaveBeenCalledOnce();
  expect(clickAtTheSide(null)).toHaveBeenCalledWith("left");
});
