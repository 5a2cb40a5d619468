import { expect, test, vi } from "vitest";
import { type InputListener, listenTo, toFollowedLink } from "./page-input.ts";

test("a finger that selects text neither swipes nor pulls", () => {
  const listener = { onTouch: vi.fn(), onSwipe: vi.fn(), onSelect: vi.fn() };
  listenTo(document, (href) => href, listener as Partial<InputListener> as InputListener);
  document.body.innerHTML = "<p>The well</p>";
  const [paragraph] = document.querySelectorAll("p");
  const send = (type: string, x: number) => {
    const touches = [{ screenX: x, screenY: 20 }];
    const event = Object.assign(new Event(type, { bubbles: true }), { touches, changedTouches: touches });
    paragraph?.dispatchEvent(event);
  };
  const swipe = () => {
    for (const [type, x] of [
      ["touchstart", 200],
      ["touchmove", 150],
      ["touchend", 100],
    ] as const)
      send(type, x);
  };

  swipe();
  expect(listener.onSwipe).toHaveBeenCalledExactlyOnceWith("left");
  expect(listener.onTouch).toHaveBeenCalledWith("move", 20);

  vi.clearAllMocks();
  if (paragraph) document.getSelection()?.selectAllChildren(paragraph);
  swipe();
  expect(listener.onSwipe).not.toHaveBeenCalled();
  expect(listener.onTouch).toHaveBeenCalledWith("move", null);
});

test.each([
  [" https://example.org/ ", { href: "https://example.org/", isExternal: true }],
  ["//example.org/page", { href: "//example.org/page", isExternal: true }],
  ["javascript:run()", { href: "javascript:run()", isExternal: true }],
  ["b.xhtml#n", { href: "EPUB/b.xhtml#n", isExternal: false }],
])("the link %j leads to %j", (href, link) => {
  const element = document.createElement("a");
  expect(toFollowedLink(element, href, (each) => `EPUB/${each}`)).toEqual({ element, ...link });
});
