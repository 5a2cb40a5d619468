import { fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeBook } from "#client/testing/factories.ts";
import { Cover } from "./cover.tsx";
import placeholder from "./cover-placeholder.svg";

afterEach(() => vi.unstubAllGlobals());

function getPicture(coverImageUrl: string): HTMLImageElement {
  const { container } = render(<Cover book={makeBook(1, { coverImageUrl })} sizes="10rem" />);
  const image = container.querySelector("img");
  if (!image) throw new Error("There is no picture.");
  return image;
}

test("a cover that fails to load shows the placeholder", () => {
  const image = getPicture("/covers/7/ab-320.webp");
  expect(image).toHaveAttribute("src", "/covers/7/ab-320.webp");

  fireEvent.error(image);

  expect(image).toHaveAttribute("src", placeholder);
  expect(image).not.toHaveAttribute("srcset");
});

test("a book without a cover shows the placeholder", () => {
  expect(getPicture("")).toHaveAttribute("src", placeholder);
});

test("a cover has its size before it loads", () => {
  const image = getPicture("/covers/7/ab-320.webp");

  expect([image.width, image.height]).toEqual([320, 480]);
  expect(image).toHaveAttribute("srcset", expect.stringContaining("/covers/7/ab-640.webp 640w"));
});

test("a slow connection loads the smallest cover only", () => {
  const connection = Object.assign(new EventTarget(), { effectiveType: "2g" });
  vi.stubGlobal("navigator", { connection, onLine: true });

  const image = getPicture("/covers/7/ab-320.webp");

  expect(image).toHaveAttribute("src", "/covers/7/ab-160.webp");
  expect(image).not.toHaveAttribute("srcset");
});
