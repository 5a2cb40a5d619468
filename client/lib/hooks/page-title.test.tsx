import { screen } from "@testing-library/react";
import { Link, Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { renderPage } from "#client/testing/render-page.tsx";
import { useAnnouncement, usePageTitle } from "./page-title.ts";

function Page({ title }: { readonly title: string }) {
  usePageTitle(title);
  return (
    <main>
      <h1>{title || "Home"}</h1>
      <Link to="/two">On</Link>
      <p role="log">{useAnnouncement()}</p>
    </main>
  );
}

test("a route change sets the title, focuses the heading and announces it", async () => {
  const { user } = renderPage(
    <Routes>
      <Route path="/" element={<Page title="" />} />
      <Route path="/two" element={<Page title="All Books" />} />
    </Routes>,
  );
  expect(document.title).toBe("Maktaba");
  expect(screen.getByRole("heading")).not.toHaveFocus();

  await user.click(screen.getByRole("link"));

  expect(document.title).toBe("All Books · Maktaba");
  expect(screen.getByRole("heading", { name: "All Books" })).toHaveFocus();
  expect(screen.getByRole("log")).toHaveTextContent("All Books");
});
