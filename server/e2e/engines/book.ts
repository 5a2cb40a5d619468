import { expect } from "@playwright/test";
import type { Browser, Point } from "./browser.ts";
import type { Ui } from "./ui.ts";

declare global {
  interface Window {
    shadowRoots: ShadowRoot[];
  }
}

/** The book in the reader of an open browser, whose documents are in a closed shadow root. */
export function createBook(browser: Browser, ui: Ui, origin: string) {
  /** Runs in the page: the windows of the book's documents, and where they are. */
  async function open(path: string): Promise<void> {
    await browser.goTo(`${origin}/help-center`);
    await ui.waitFor({ role: "heading", name: /./ });
    await browser.evaluate((url) => {
      window.shadowRoots = [];
      const { attachShadow } = Element.prototype;
      Element.prototype.attachShadow = function (options) {
        const root = attachShadow.call(this, options);
        window.shadowRoots.push(root);
        return root;
      };
      history.pushState(null, "", url);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await ui.waitUntil(
      () => document.querySelector("[data-sentence^=s]") !== null,
      null,
      "a page of the book is shown",
    );
  }

  const getSentence = () =>
    browser.evaluate(
      () => document.querySelector("[data-sentence]")?.getAttribute("data-sentence") ?? "",
      null,
    );

  async function waitForOtherSentence(sentence: string): Promise<string> {
    await expect.poll(getSentence, { message: "another page is shown" }).not.toBe(sentence);
    return getSentence();
  }

  return {
    open,
    getSentence,
    waitForOtherSentence,
    async turnPage(key: string): Promise<string> {
      await ui.waitUntil(
        () =>
          window.shadowRoots
            .flatMap((root) => [...root.querySelectorAll("iframe")])
            .every(({ contentDocument }) => contentDocument?.fonts.status === "loaded"),
        null,
        "the fonts of the book are loaded",
      );
      const before = await getSentence();
      await browser.press(key);
      return waitForOtherSentence(before);
    },
    /** The centre of an element of the book. */
    async getPoint(selector: string): Promise<Point> {
      let point: Point | null = null;
      await expect
        .poll(
          async () => {
            point = await browser.evaluate((wanted) => {
              const frames = window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")]);
              for (const frame of frames) {
                const box = frame.contentDocument?.querySelector(wanted)?.getBoundingClientRect();
                if (!box) continue;
                const { left, top } = frame.getBoundingClientRect();
                return {
                  x: Math.round(left + box.left + box.width / 2),
                  y: Math.round(top + box.top + box.height / 2),
                };
              }
              return null;
            }, selector);
            return point !== null;
          },
          { message: `${selector} is in the book` },
        )
        .toBe(true);
      return point as unknown as Point;
    },
    /** A computed style of the first paragraph. */
    getStyle: (property: string) =>
      browser.evaluate((name) => {
        const frame = window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")])[0];
        const paragraph = frame?.contentDocument?.querySelector("p") ?? frame?.contentDocument?.body;
        return paragraph
          ? (frame?.contentWindow?.getComputedStyle(paragraph).getPropertyValue(name) ?? "")
          : "";
      }, property),
    /** The first sentence with a highlight, by default the one that plays; empty for none. */
    getHighlighted: (highlight = "mk-playing") =>
      browser.evaluate((name) => {
        for (const frame of window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")])) {
          const view = frame.contentWindow as (Window & typeof globalThis) | null;
          const [range] = (view?.CSS.highlights?.get(name) ?? []) as Iterable<Range>;
          const node = range?.startContainer;
          const element = node?.nodeType === 1 ? (node as Element) : node?.parentElement;
          const id = element?.closest("[id^=s]")?.id;
          if (id) return id;
        }
        return "";
      }, highlight),
    /** The selected text, and the handle at its end. */
    getSelection: () =>
      browser.evaluate(() => {
        for (const frame of window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")])) {
          const selection = frame.contentDocument?.getSelection();
          const line =
            selection?.isCollapsed === false && [...selection.getRangeAt(0).getClientRects()].at(-1);
          if (!selection || !line) continue;
          const { left, top } = frame.getBoundingClientRect();
          const handle = { x: Math.round(left + line.right), y: Math.round(top + line.bottom + 10) };
          return { text: selection.toString(), handle };
        }
        return null;
      }, null),
    /** Whether the toolbar of the selected text lies over a line of it. */
    isSelectionCovered: () =>
      browser.evaluate(() => {
        const bar = document.querySelector("[data-passage-bar]")?.parentElement?.getBoundingClientRect();
        if (!bar) throw new Error("There is no toolbar.");
        return window.shadowRoots
          .flatMap((root) => [...root.querySelectorAll("iframe")])
          .some((frame) => {
            const selection = frame.contentDocument?.getSelection();
            if (!selection || selection.isCollapsed) return false;
            const origin = frame.getBoundingClientRect();
            return [...selection.getRangeAt(0).getClientRects()].some(
              ({ left, right, top, bottom }) =>
                origin.left + left < bar.right &&
                origin.left + right > bar.left &&
                origin.top + top < bar.bottom &&
                origin.top + bottom > bar.top,
            );
          });
      }, null),
    /** Sends the events of a swipe to the book: WebKitGTK has no touch screen here. */
    swipe: (from: Point, to: Point) =>
      browser.evaluate(
        ([start, end]) => {
          const frame = window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")])[0];
          const target = frame?.contentDocument?.body;
          if (!target) return;
          const send = (type: string, { x, y }: Point) => {
            const touch = { screenX: x, screenY: y };
            const event = new Event(type, { bubbles: true, cancelable: true });
            const touches = type === "touchend" ? [] : [touch];
            target.dispatchEvent(Object.assign(event, { touches, changedTouches: [touch] }));
          };
          send("touchstart", start);
          send("touchmove", { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
          send("touchend", end);
        },
        [from, to] as const,
      ),
  };
}
