import { expect, test, vi } from "vitest";
import { replaceMissingFonts } from "./replace-missing-fonts.ts";

class FakeFontFace {
  readonly family: string;
  readonly descriptors: FontFaceDescriptors;

  constructor(family: string, _content: ArrayBuffer, descriptors: FontFaceDescriptors) {
    this.family = family;
    this.descriptors = descriptors;
  }
}

const makeRule = (family: string, url: string) => {
  const values: Record<string, string> = {
    "font-family": `"${family}"`,
    src: `url("${url}") format("woff2")`,
    "font-weight": "200 900",
    "unicode-range": "U+0-FF",
  };
  return { cssText: "@font-face { }", style: { getPropertyValue: (name: string) => values[name] ?? "" } };
};

function makeDocument() {
  const faces: { family: string; status: string }[] = [];
  const events = new EventTarget();
  const fonts = Object.assign(events, {
    [Symbol.iterator]: () => faces[Symbol.iterator](),
    add: vi.fn(),
  });
  const rules = [
    makeRule("mk literata", `${location.origin}/assets/literata-a1.woff2`),
    makeRule("mk amiri", `${location.origin}/assets/amiri-b2.woff2`),
    makeRule("mk literata", "blob:http://localhost/1"),
    { cssText: "p { color: red }" },
  ];
  const doc = { fonts, styleSheets: [{ cssRules: rules }], defaultView: { FontFace: FakeFontFace } };
  const fail = (family: string) => {
    faces.push({ family: `"${family}"`, status: "error" });
    events.dispatchEvent(new Event("loadingerror"));
  };
  return { doc: doc as unknown as Document, added: fonts.add, fail };
}

test("a font that a document cannot load is loaded by the page, once and again after a failure", async () => {
  const { doc, added, fail } = makeDocument();
  const fetched: string[] = [];
  let isReachable = false;
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(new URL(url).pathname);
    if (!isReachable) throw new TypeError("Failed to fetch");
    return new Response("font");
  });
  replaceMissingFonts(doc);
  expect(fetched).toEqual([]);

  fail("mk literata");
  await vi.waitFor(() => expect(fetched).toEqual(["/assets/literata-a1.woff2"]));
  isReachable = true;
  await vi.waitFor(() => {
    fail("mk literata");
    expect(added).toHaveBeenCalledOnce();
  });
  fail("mk literata");

  expect(added).toHaveBeenCalledOnce();
  expect(added.mock.calls[0]?.[0]).toMatchObject({
    family: "mk literata",
    descriptors: { style: "normal", weight: "200 900", unicodeRange: "U+0-FF" },
  });
  expect(new Set(fetched)).toEqual(new Set(["/assets/literata-a1.woff2"]));
});
