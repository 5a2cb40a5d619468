import { expect, test } from "vitest";
import { getPageSize } from "./page-size.ts";

function getSize(source: string, ofBook?: string, type: DOMParserSupportedType = "text/html") {
  const { width, height } = getPageSize(new DOMParser().parseFromString(source, type), ofBook);
  return `${width} x ${height}`;
}

const makeViewport = (content: string) => `<meta name="Viewport" content="${content}">`;
const makeDrawing = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;

test.each([
  ["width=600, height=800", "600 x 800"],
  ["height=800px;width=600px", "600 x 800"],
  ["initial-scale=1 width=1200.5 height=700", "1200.5 x 700"],
])("a page has the size of its viewport: %s", (content, size) => {
  expect(getSize(makeViewport(content), "width=1, height=2")).toBe(size);
});

test.each([
  ['viewBox="0 0 300 400"', "300 x 400"],
  ['viewBox="0,0,300,400" width="30" height="40"', "300 x 400"],
  ['width="30" height="40"', "30 x 40"],
])("an SVG has the size of its view box: %s", (attributes, size) => {
  expect(getSize(makeDrawing(attributes), undefined, "image/svg+xml")).toBe(size);
});

test.each(["width=device-width, height=device-height", "width=600", "", "max-width=3, max-height=4"])(
  "a viewport without a size uses the size of the book: %s",
  (content) => {
    expect(getSize(makeViewport(content), "width=500, height=700")).toBe("500 x 700");
  },
);

test("a page without a size has a minimum size", () => {
  expect(getSize("<p>Words</p>")).toBe("600 x 800");
});
