import { afterEach, describe, expect, test, vi } from "vitest";
import { fitColumns } from "./fit-columns.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function makeDocument({ width, direction = "ltr" }: { readonly width: number; readonly direction?: string }) {
  const doc = document.implementation.createHTMLDocument();
  doc.documentElement.dir = direction;
  Range.prototype.getBoundingClientRect = vi.fn(() => ({ width }) as DOMRect);
  Object.defineProperty(doc, "defaultView", { value: window });
  vi.spyOn(window, "getComputedStyle").mockReturnValue({
    writingMode: "horizontal-tb",
    direction,
  } as CSSStyleDeclaration);
  return doc;
}

const twoColumns = { columnCount: 2, scrolled: false, size: 1200 };
const getShift = (doc: Document) => doc.documentElement.style.getPropertyValue("--mk-shift");

describe("fitColumns", () => {
  test("centres a document that fills one of two columns, in both directions", () => {
    const doc = makeDocument({ width: 500 });
    fitColumns(doc, twoColumns);
    expect([...doc.documentElement.classList]).toEqual(["mk-columns", "mk-single"]);
    expect(getShift(doc)).toBe("300px");

    const arabic = makeDocument({ width: 500, direction: "rtl" });
    fitColumns(arabic, twoColumns);
    expect(getShift(arabic)).toBe("-300px");
  });

  test("leaves a document in both columns, and one that grew", () => {
    const doc = makeDocument({ width: 500 });
    fitColumns(doc, twoColumns);
    vi.mocked(Range.prototype.getBoundingClientRect).mockReturnValue({ width: 1100 } as DOMRect);
    fitColumns(doc, twoColumns);
    expect([...doc.documentElement.classList]).toEqual(["mk-columns"]);
  });

  test("changes nothing in one column or while scrolling", () => {
    const doc = makeDocument({ width: 500 });
    fitColumns(doc, { ...twoColumns, columnCount: 1 });
    fitColumns(doc, { ...twoColumns, scrolled: true });
    expect(doc.documentElement.className).toBe("");
  });
});
