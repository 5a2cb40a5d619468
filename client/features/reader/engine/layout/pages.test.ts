import { afterEach, expect, test, vi } from "vitest";

type Pages = HTMLElement & { render(): void; getContents(): { doc: Document | null }[] };

const rendered = vi.hoisted(() => vi.fn());
const shown = vi.hoisted(() => ({ doc: null as Document | null }));

vi.mock("foliate-js/paginator.js", () => ({
  Paginator: class extends HTMLElement {
    static observedAttributes: string[] = [];
    render() {
      rendered();
    }
    getContents() {
      return [shown];
    }
  },
}));

afterEach(() => rendered.mockClear());

test("a document that is still loading is not laid out or returned; a loaded one is", async () => {
  const { pagesElement } = await import("./pages.ts");
  const pages = document.createElement(pagesElement) as Pages;

  shown.doc = new DOMParser().parseFromString("<root/>", "application/xml");
  pages.render();
  expect(rendered).not.toHaveBeenCalled();
  expect(pages.getContents()).toEqual([{ doc: null }]);

  shown.doc = document.implementation.createHTMLDocument("whole");
  pages.render();
  expect(pages.getContents()).toEqual([{ doc: shown.doc }]);
  shown.doc = null;
  pages.render();
  expect(rendered).toHaveBeenCalledTimes(2);
});
