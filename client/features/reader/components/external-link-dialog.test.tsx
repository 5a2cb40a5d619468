import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { toExternalUrl } from "#client/features/reader/engine/layout/page-input.ts";
import { ExternalLinkDialog } from "./external-link-dialog.tsx";

const openLink = (href: string) => {
  const url = toExternalUrl(href);
  if (url) render(<ExternalLinkDialog url={url} onClose={() => {}} />);
  return url;
};
const getLink = () => screen.getByRole("link", { name: "Open the link" });

test("another site opens in a new tab", () => {
  openLink("https://example.org/a?b=c");

  expect(screen.getByRole("dialog", { name: "Open an external link?" })).toHaveTextContent(
    "https://example.org/a?b=c",
  );
  expect(getLink()).toHaveAttribute("target", "_blank");
  expect(getLink()).toHaveAttribute("rel", expect.stringContaining("noopener"));
});

test("an email link shows the address and leaves no empty tab", () => {
  openLink("mailto:amina%40example.org?subject=Peace");

  expect(screen.getByText("amina@example.org")).toBeVisible();
  expect(screen.getByText(/opens your email app/)).toBeVisible();
  expect(getLink()).toHaveAttribute("href", "mailto:amina%40example.org?subject=Peace");
  expect(getLink()).not.toHaveAttribute("target");
});

test("a phone link shows the number", () => {
  openLink("tel:+441632960001");

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
  expect(openLink(href)).toBeNull();
});
