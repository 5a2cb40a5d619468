import { describe, expect, test } from "vitest";
import { getSideMargins } from "./sentence-at-point.ts";

/** A click or a tap on an element of a page. */
function clickOn(selector: string, pointerType: string): MouseEvent {
  document.body.innerHTML =
    '<div><p><span class="mk-s" id="s0-0">The <em>goat</em> had opinions.</span></p></div>';
  const click = Object.assign(new MouseEvent("click", { bubbles: true }), { pointerType });
  document.querySelector(selector)?.dispatchEvent(click);
  return click;
}

describe("tap zones of a page with audio sentences", () => {
  test("are absent for a mouse on text, and narrow for touch", () => {
    expect(getSideMargins(clickOn("em", "mouse"))).toBe(0);
    expect(getSideMargins(clickOn(".mk-s", "touch"))).toBeGreaterThan(0);
    expect(getSideMargins(clickOn(".mk-s", "touch"))).toBeLessThan(0.2);
  });

  test("have full width beside the text and outside of the page", () => {
    expect(getSideMargins(clickOn("div", "mouse"))).toBeUndefined();
    expect(getSideMargins(null)).toBeUndefined();
  });
});
