import { fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { makeBook } from "#client/testing/factories.ts";
import { Cover } from "./cover.tsx";
import placeholder from "./cover-placeholder.svg";

afterEach(() => vi.unstubAllGlobals());

function getPicture(coverImageUrl: string): HTMLImageElement {
  const { container } = render(<Cover book={makeBook(1, { coverImageUrl })} sizes="10rem" />);
  const picture = container.querySelector("img");
  if (!picture) throw new Error("There is no picture.");
  return picture;
}

test("a cover that cannot be loaded gives way to the placeholder", () => {
  const picture = getPicture("/covers/7/ab-320.webp");
  expect(picture).toHaveAttribute("src", "/covers/7/ab-320.webp");

  fireEvent.error(picture);

  expect(picture).toHaveAttribute("src", placeholder);
  expect(picture).not.toHaveAttribute("srcset");
});

test("a book without a cover shows the placeholder", () => {
  expect(getPicture("")).toHaveAttribute("src", placeholder);
});

test("a cover has its size before it is there", () => {
  const picture = getPicture("/covers/7/ab-320.webp");

  expect([picture.width, picture.height]).toEqual([320, 480]);
  expect(picture).toHaveAttribute("srcset", expect.stringContaining("/covers/7/ab-640.webp 640w"));
});

test("on a slow connection only the smallest picture of a cover is fetched", () => {
  const connection = Object.assign(new EventTarget(), { effectiveType: "2g" });
  vi.stubGlobal("navigator", { connection, onLine: true });

  const picture = getPicture("/covers/7/ab-320.webp");

  expect(picture).toHaveAttribute("src", "/covers/7/ab-160.webp");
  expect(picture).not.toHaveAttribute("srcset");
});
