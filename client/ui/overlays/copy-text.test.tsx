import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "./copy-text.ts";
import { Toaster } from "./toaster.tsx";

afterEach(() => vi.unstubAllGlobals());

test("a copied text is announced", async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  render(<Toaster />);

  await act(() => copyText("https://example.org/invite"));

  expect(writeText).toHaveBeenCalledWith("https://example.org/invite");
  expect(screen.getByText("Copied")).toBeVisible();
});

test("a browser without a clipboard is announced", async () => {
  vi.stubGlobal("navigator", {});
  render(<Toaster />);

  await act(() => copyText("https://example.org/invite"));

  expect(screen.getByText("Your browser did not allow copying.")).toBeVisible();
});
