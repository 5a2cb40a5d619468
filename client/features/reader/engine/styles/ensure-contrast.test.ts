import { afterEach, describe, expect, test } from "vitest";
import { ensureContrast } from "./ensure-contrast.ts";

const [light, sepia, dark] = [
  { paper: "rgb(252, 248, 240)", ink: "rgb(30, 41, 38)" },
  { paper: "rgb(244, 234, 214)", ink: "rgb(60, 46, 30)" },
  { paper: "rgb(18, 24, 22)", ink: "rgb(230, 230, 220)" },
];

function createPage(body: string, { paper, ink } = light): HTMLElement {
  document.documentElement.style.cssText = `background-color: ${paper}; color: ${ink}`;
  document.body.style.cssText = `color: ${ink}`;
  document.body.innerHTML = body;
  ensureContrast(document);
  return document.querySelector("[id=a]") as HTMLElement;
}

const getColor = (element: HTMLElement) => getComputedStyle(element).color;
const getBackground = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
const clear = "rgba(0, 0, 0, 0)";

afterEach(() => {
  document.documentElement.style.cssText = "";
  document.body.style.cssText = "";
  document.body.innerHTML = "";
});

describe("colors of a book", () => {
  test.each([
    ["white on light paper", '<p id="a" style="color: rgb(255, 255, 255)">Words</p>', light, light.ink],
    ["black on dark paper", '<p id="a" style="color: rgb(0, 0, 0) !important">Words</p>', dark, dark.ink],
    [
      "black in black",
      '<div style="color: rgb(0, 0, 0)"><p id="a" style="color: rgb(0, 0, 0)">Words</p></div>',
      dark,
      dark.ink,
    ],
    ["grey on sepia", '<p id="a" style="color: rgb(130, 130, 130)">Words</p>', sepia, sepia.ink],
    [
      "our ink in a dark box",
      '<p id="a" style="background-color: rgb(0, 40, 80)">Words</p>',
      light,
      "rgb(255, 255, 255)",
    ],
  ])("are replaced where unreadable: %s", (_, body, theme, expected) => {
    expect(getColor(createPage(body, theme))).toBe(expected);
  });

  test.each([
    ["red on light paper", '<p id="a" style="color: rgb(170, 0, 0)">Words</p>', light, "rgb(170, 0, 0)"],
    ["gold on dark paper", '<p id="a" style="color: rgb(220, 180, 60)">Words</p>', dark, "rgb(220, 180, 60)"],
    ["green on sepia", '<p id="a" style="color: rgb(0, 90, 40)">Words</p>', sepia, "rgb(0, 90, 40)"],
    [
      "a pale title, for it is large",
      '<p id="a" style="color: rgb(130, 130, 130); font-size: 30px">Words</p>',
      light,
      "rgb(130, 130, 130)",
    ],
    [
      "white in a dark box",
      '<div style="background-color: rgb(0, 40, 80)"><p id="a" style="color: rgb(255, 255, 255)">Words</p></div>',
      light,
      "rgb(255, 255, 255)",
    ],
    [
      "white over a picture",
      '<p id="a" style="color: rgb(255, 255, 255); background-image: url(data:image/png;base64,AAAA)">Words</p>',
      light,
      "rgb(255, 255, 255)",
    ],
  ])("stay where readable: %s", (_, body, theme, expected) => {
    expect(getColor(createPage(body, theme))).toBe(expected);
  });

  test("are lightened without changing hue when too dark for the dark theme", () => {
    const [red = 0, green = 0] =
      getColor(createPage('<p id="a" style="color: rgb(160, 0, 0)">Words</p>', dark))
        .match(/\d+/g)
        ?.map(Number) ?? [];

    expect(red).toBeGreaterThan(180);
    expect(red - green).toBeGreaterThan(60);
  });

  test.each([
    ["a yellow box on light paper", "rgb(255, 250, 200)", light, "rgb(255, 250, 200)"],
    ["a yellow box on sepia", "rgb(255, 250, 200)", sepia, "rgb(255, 250, 200)"],
    ["a blue box in the dark", "rgb(20, 50, 100)", dark, "rgb(20, 50, 100)"],
    ["a yellow box in the dark", "rgb(255, 250, 200)", dark, clear],
    ["the book's own white paper", "rgb(255, 255, 255)", sepia, clear],
  ])("of text backgrounds stay unless too bright: %s", (_, background, theme, expected) => {
    expect(
      getBackground(createPage(`<div id="a" style="background-color: ${background}">Words</div>`, theme)),
    ).toBe(expected);
  });

  test("of text backgrounds on an image change only where the image is dark", () => {
    const body = '<p id="a" style="background-image: url(data:image/png;base64,AAAA)">Words</p>';

    expect(getComputedStyle(createPage(body, light)).backgroundImage).toContain("data:");
    expect(getComputedStyle(createPage(body, dark)).backgroundImage).toBe("none");
  });

  test("return when the theme makes them readable", () => {
    const text = createPage(
      '<p id="a" style="color: rgb(255, 255, 255) !important; background-color: rgb(252, 250, 251)">Words</p>',
    );
    expect([getColor(text), getBackground(text)]).toEqual([light.ink, clear]);
    document.documentElement.style.cssText = `background-color: ${dark.paper}; color: ${dark.ink}`;

    ensureContrast(document);

    expect([getColor(text), text.style.getPropertyPriority("color")]).toEqual([
      "rgb(255, 255, 255)",
      "important",
    ]);
  });
});
