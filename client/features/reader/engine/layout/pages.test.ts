import { afterEach, expect, test, vi } from "vitest";

type Pages = HTMLElement & { render(): void; getContents(): { doc: Document | null }[] };

const rendered = vi.hoisted(() => vi.fn());
const content = vi.hoisted(() => ({ doc: null as Document | null }));

vi.mock("foliate-js/paginator.js", () => ({
  Paginator: class extends HTMLElement {
    static observedAttributes: string[] = [];
    render() {
      rendered();
    }
    getContents() {
      return [content];
    }
  },
}));

afterEach(() => rendered.mockClear());

test("a document that is still loading is not laid out or returned; a loaded one is", async () => {
  const { pagesElement } = await import("./pages.ts");
  const pages = document.createElement(pagesElement) as Pages;

  content.doc = new DOMParser().parseFromString("<root/>", "application/xml");
  pages.render();
  expect(rendered).not.toHaveBeenCalled();
  expect(pages.getContents()).toEqual([{ doc: null }]);

  content.doc = document.implementation.createHTMLDocument("whole");
  pages.render();
  expect(pages.getContents()).toEqual([{ doc: content.doc }]);
  content.doc = null;
  pages.render();
  expect(rendered).toHaveBeenCalledTimes(2);
});
