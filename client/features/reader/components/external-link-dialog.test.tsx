import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { toExternalUrl } from "#client/features/reader/engine/layout/page-input.ts";
import { ExternalLinkDialog } from "./external-link-dialog.tsx";

const leave = (href: string) => {
  const url = toExternalUrl(href);
  if (url) render(<ExternalLinkDialog url={url} onClose={() => {}} />);
  return url;
};
const link = () => screen.getByRole("link", { name: "Open the link" });

test("another site opens in a new tab", () => {
  leave("https://example.org/a?b=c");

  expect(screen.getByRole("dialog", { name: "Open an external link?" })).toHaveTextContent(
    "https://example.org/a?b=c",
  );
  expect(link()).toHaveAttribute("target", "_blank");
  expect(link()).toHaveAttribute("rel", expect.stringContaining("noopener"));
});

test("an email link shows the address and leaves no empty tab", () => {
  leave("mailto:amina%40example.org?subject=Peace");

  expect(screen.getByText("amina@example.org")).toBeVisible();
  expect(screen.getByText(/opens your email app/)).toBeVisible();
  expect(link()).toHaveAttribute("href", "mailto:amina%40example.org?subject=Peace");
  expect(link()).not.toHaveAttribute("target");
});

test("a phone link shows the number", () => {
  leave("tel:+441632960001");

  expect(screen.getByText("+441632960001")).toBeVisible();
  expect(screen.getByText(/starts a phone call/)).toBeVisible();
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "sms:+44",
  "blob:x",
  "not an address",
])("%s is not opened", (href) => {
  expect(leave(href)).toBeNull();
});
