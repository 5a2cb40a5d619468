import { screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { RichTextView } from "./rich-text-view.tsx";

beforeAll(() => loadMessages("richText"));

test("a link to another site names the site before it opens", async () => {
  const url = "https://elsewhere.example/page";
  const children = [{ type: "text", text: "A harmless name" }] as const;
  const { user } = renderPage(
    <RichTextView content={[{ type: "paragraph", children: [{ type: "link", url, children }] }]} />,
  );

  await user.click(screen.getByRole("link", { name: "A harmless name" }));

  expect(screen.getByRole("dialog")).toHaveTextContent(`This link leads to another site: ${url}`);
});

test("the text of a list item has its own direction, its marker that of the page", () => {
  const children = [{ type: "text", text: "one" }] as const;
  renderPage(
    <RichTextView
      content={[{ type: "list", isOrdered: false, items: [[{ type: "paragraph", children }]] }]}
    />,
  );

  const item = screen.getByRole("listitem");
  expect(item).not.toHaveAttribute("dir");
  expect(item.firstElementChild).toBe(screen.getByText("one"));
  expect(screen.getByText("one").tagName).toBe("BDI");
});
