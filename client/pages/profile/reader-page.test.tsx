import { screen } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { UserId } from "#shared/accounts/user.ts";
import { type PublicProfile, profilesContract } from "#shared/profiles/contract.ts";
import { NotFoundCard } from "#client/app/layout/not-found-card.tsx";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ErrorBoundary } from "#client/ui/feedback/error-boundary.tsx";
import { ReaderPage } from "./reader-page.tsx";

const { getProfile } = profilesContract;

const maryam = {
  id: UserId.parse("00000000-0000-4000-8000-000000000001"),
  username: "maryam",
  name: "Maryam I.",
  profileImageUrl: "",
  bio: "Reads at dawn.",
  finished: { year: 2, total: 9 },
  time: null,
  streak: null,
  genres: ["Fiqh", "History"],
  challenges: null,
} satisfies PublicProfile;

function open(as: string, ...more: readonly Stub[]) {
  stubCalls(reply(accountsContract.getUser, makeUser({ username: as })), reply(getProfile, maryam), ...more);
  return renderPage(
    <ErrorBoundary notFound={<NotFoundCard />}>
      <Routes>
        <Route path="/readers/:username" element={<ReaderPage />} />
      </Routes>
    </ErrorBoundary>,
    { at: "/readers/maryam" },
  );
}

test("other readers see the public lines only", async () => {
  open("yusuf");

  expect(await screen.findByRole("heading", { level: 1, name: "Maryam I." })).toBeVisible();
  expect(screen.getByText("Reads at dawn.")).toBeVisible();
  expect(screen.getByText("9")).toBeVisible();
  expect(screen.getByText("Fiqh, History")).toBeVisible();
  expect(screen.queryByText("Time reading this year")).toBeNull();
  expect(screen.queryByRole("link", { name: "Edit visibility" })).toBeNull();
  expect(document.title).toBe("Maryam I. · Maktaba");
});

test("the user's own page says so and links to the settings", async () => {
  open("maryam");

  expect(await screen.findByText("This is what other readers see.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Edit visibility" })).toHaveAttribute(
    "href",
    "/profile?part=privacy",
  );
});

test("the user's own hidden profile says that others see nothing", async () => {
  open("maryam", reply(getProfile, { ...maryam, bio: null, finished: null, genres: null }));

  expect(await screen.findByText(/Your profile is hidden/)).toBeVisible();
});

test("a hidden profile is not found", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  open("yusuf", stubRejection(getProfile, { code: "not_found", message: "There is no such reader." }));

  expect(await screen.findByText("404 Page Not Found")).toBeVisible();
});
