import { afterEach, describe, expect, test } from "vitest";
import { keepReadable } from "./readable-colours.ts";

const [light, dark] = [
  { paper: "rgb(252, 248, 240)", ink: "rgb(30, 41, 38)" },
  { paper: "rgb(18, 24, 22)", ink: "rgb(230, 230, 220)" },
];

function page(body: string, { paper, ink } = light): HTMLElement {
  document.documentElement.style.cssText = `background-color: ${paper}; color: ${ink}`;
  document.body.style.cssText = `color: ${ink}`;
  document.body.innerHTML = body;
  keepReadable(document);
  return document.querySelector("[id=a]") as HTMLElement;
}

const colour = (element: HTMLElement) => getComputedStyle(element).color;

afterEach(() => {
  document.documentElement.style.cssText = "";
  document.body.style.cssText = "";
  document.body.innerHTML = "";
});

describe("the colours of a book", () => {
  test.each([
    ["white on light paper", '<p id="a" style="color: rgb(255, 255, 255)">Words</p>', light, light.ink],
    ["black on dark paper", '<p id="a" style="color: rgb(0, 0, 0) !important">Words</p>', dark, dark.ink],
    [
      "our light ink on a white box",
      `<p id="a" style="color: ${dark.ink}; background-color: rgb(255, 255, 255)">Words</p>`,
      dark,
      "rgb(26, 26, 26)",
    ],
  ])("give way where they cannot be read: %s", (_, body, theme, expected) => {
    expect(colour(page(body, theme))).toBe(expected);
  });

  test.each([
    ["red on light paper", '<p id="a" style="color: rgb(170, 0, 0)">Words</p>', "rgb(170, 0, 0)"],
    [
      "white in a dark box",
      '<div style="background-color: rgb(0, 40, 80)"><p id="a" style="color: rgb(255, 255, 255)">Words</p></div>',
      "rgb(255, 255, 255)",
    ],
    [
      "white over a picture",
      '<p id="a" style="color: rgb(255, 255, 255); background-image: url(data:image/png;base64,AAAA)">Words</p>',
      "rgb(255, 255, 255)",
    ],
  ])("stay where they can be read: %s", (_, body, expected) => {
    expect(colour(page(body))).toBe(expected);
  });

  test("come back when the theme lets them be read", () => {
    const text = page('<p id="a" style="color: rgb(255, 255, 255)">Words</p>');
    document.documentElement.style.cssText = `background-color: ${dark.paper}; color: ${dark.ink}`;

    keepReadable(document);

    expect(colour(text)).toBe("rgb(255, 255, 255)");
  });
});
