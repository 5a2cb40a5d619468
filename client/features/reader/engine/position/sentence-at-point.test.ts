import { describe, expect, test } from "vitest";
import { getSideMargins } from "./sentence-at-point.ts";

/** A click on an element of a page by a mouse or a finger. */
function clickOn(selector: string, pointerType: string): MouseEvent {
  document.body.innerHTML =
    '<div><p><span class="mk-s" id="s0-0">The <em>goat</em> had opinions.</span></p></div>';
  const click = Object.assign(new MouseEvent("click", { bubbles: true }), { pointerType });
  document.querySelector(selector)?.dispatchEvent(click);
  return click;
}

describe("the sides of a page whose sentences can be heard", () => {
  test("are none for a mouse on words, and narrow for a finger", () => {
    expect(getSideMargins(clickOn("em", "mouse"))).toBe(0);
    expect(getSideMargins(clickOn(".mk-s", "touch"))).toBeGreaterThan(0);
    expect(getSideMargins(clickOn(".mk-s", "touch"))).toBeLessThan(0.2);
  });

  test("are as wide as ever beside the words and around the book", () => {
    expect(getSideMargins(clickOn("div", "mouse"))).toBeUndefined();
    expect(getSideMargins(null)).toBeUndefined();
  });
});
