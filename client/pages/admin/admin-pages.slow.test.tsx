import { screen, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type AdminDashboard, adminContract } from "#shared/admin/contract.ts";
import { authorsContract, type ReceivedApplication } from "#shared/authors/contract.ts";
import { getId, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AdminDashboardPage } from "./dashboard-page.tsx";
import { StaffLoginPage } from "./staff-login-page.tsx";

const { getUser, getSignInOptions, signIn } = accountsContract;
const { getDashboard } = adminContract;
const { listApplications, approveApplication, declineApplication } = authorsContract;

const employee = makeUser({ isEmployee: true, firstName: "Huda" });
const guest = stubRejection(getUser, { code: "unauthenticated", message: "Unauthorized" });
const expiredSession = stubRejection(getDashboard, {
  code: "unauthenticated",
  message: "Unauthorized: the employees' area closes.",
});
const dashboard: AdminDashboard = {
  applications: 0,
  reviews: 0,
  corrections: 0,
  reports: 0,
  messages: 0,
  failedJobs: 0,
  wrongCounts: 0,
  failedEmails: 0,
  backup: null,
  items: [],
  itemCount: 0,
  counts: { books: 12, accounts: 40, authors: 3, recordings: 2 },
};
const application: ReceivedApplication = {
  id: getId(7) as never,
  name: "Salma Idris",
  about: "Stories of the Nile.",
  links: [],
  sample: "Once, by the river…",
  state: "waiting",
  reason: "",
  decidedAt: null,
  appliedAt: new Date("2026-03-01T12:00:00Z"),
  applicant: { name: "Amina Said", username: "salma", email: "salma@example.org", emailVerified: true },
};

function open(at: string, ...stubs: readonly Stub[]) {
  const options = {
    productName: "Maktaba",
    registration: "open" as const,
    registersOnSignIn: true,
    requiresSignUpChallenge: false,
    passwordMinLength: 6,
    sendsEmail: true,
    providerName: "",
  };
  const calls = stubCalls(reply(getSignInOptions, options), reply(getDashboard, dashboard), ...stubs);
  const page = renderPage(
    <Routes>
      <Route path="/employee-login" element={<StaffLoginPage />} />
      <Route path="/adm" element={<StaffLoginPage />} />
      <Route path="/admin/dashboard" element={<AdminDashboardPage />} />
      <Route path="/admin" element={<AdminDashboardPage />} />
      <Route path="*" element={<h1>Elsewhere</h1>} />
    </Routes>,
    { at },
  );
  return { ...page, ...calls };
}

describe("the employee area", () => {
  test("redirects guests to the staff login and back", async () => {
    const { url, user, add, calls } = open("/admin", guest);
    expect(await screen.findByRole("heading", { level: 1, name: "Employee sign-in" })).toBeVisible();
    expect(url()).toBe("/employee-login?returnTo=%2Fadmin");

    add(reply(signIn, { user: employee, isNew: false }), reply(getUser, employee));
    await user.type(screen.getByLabelText("Email"), "huda@example.org");
    await user.type(screen.getByLabelText("Password"), "a lantern at dusk");
    await user.click(screen.getByRole("button", { name: "Sign In" }));

    expect(await screen.findByRole("heading", { level: 1, name: "Admin Portal" })).toBeVisible();
    expect(url()).toBe("/admin");
    const sent = calls.find(({ method }) => method === "POST")?.body;
    expect(sent).toMatchObject({ email: "huda@example.org", isStaff: true });
  });

  test("redirects employees without the required second factor to the settings", async () => {
    const reason = { code: "second_factor_missing" } as const;
    const refused = stubRejection(getDashboard, {
      code: "forbidden",
      message: "A second factor is required.",
      reason,
    });
    const { url } = open("/employee-login?returnTo=%2Fadmin", reply(getUser, employee), refused);

    expect(await screen.findByRole("heading", { name: "Two-step verification is required" })).toBeVisible();
    expect(url()).toBe("/admin");
    const link = screen.getByRole("link", { name: "Open Settings › Security" });
    expect(link).toHaveAttribute("href", "/settings?part=security");
  });

  test("tells readers that it is not for them, without requests", async () => {
    const { calls } = open("/admin/dashboard", reply(getUser, makeUser()));

    expect(await screen.findByRole("heading", { name: "You do not have access to this page" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Go home" })).toHaveAttribute("href", "/home");
    expect(calls.map(({ url }) => url)).not.toContain("/api/admin/dashboard");
  });

  test("asks idle employees to sign in again, with the reason", async () => {
    const { url, user, add } = open("/admin/dashboard", reply(getUser, employee), expiredSession);

    expect(await screen.findByText(/after 30 minutes of inactivity/)).toBeVisible();
    expect(url()).toBe("/employee-login?returnTo=%2Fadmin%2Fdashboard");
    add(reply(signIn, { user: employee, isNew: false }), reply(getDashboard, dashboard));
    await user.type(screen.getByLabelText("Email"), "huda@example.org");
    await user.type(screen.getByLabelText("Password"), "a lantern at dusk");
    await user.click(screen.getByRole("button", { name: "Sign In" }));

    expect(await screen.findByText("Nothing needs your attention")).toBeVisible();
    expect(url()).toBe("/admin/dashboard");
  });

  test("names the account of a reader at the staff login", async () => {
    open("/adm?returnTo=//evil.example", reply(getUser, makeUser({ firstName: "Amina" })));

    expect(await screen.findByText(/You are signed in as Amina/)).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Admin sign-in" })).toBeVisible();
    expect(screen.queryByText(/registered automatically/i)).toBeNull();
  });

  test("skips the staff login for a signed-in employee", async () => {
    const { url } = open("/employee-login?returnTo=/library", reply(getUser, employee));

    expect(await screen.findByRole("heading", { name: "Admin Portal" })).toBeVisible();
    expect(url()).toBe("/admin/dashboard");
  });
});

describe("the dashboard", () => {
  test("shows the counts, and that nothing is waiting", async () => {
    open("/admin/dashboard", reply(getUser, employee));

    expect(await screen.findByText("Nothing needs your attention")).toBeVisible();
    expect(screen.getByText("Published books").nextSibling ?? null).not.toBeNull();
    expect(screen.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  });

  test("links to books with problems", async () => {
    const bookId = getId(3) as AdminDashboard["items"][number]["bookId"];
    const items = [{ kind: "low-confidence" as const, bookId, title: "The Lamp" }];
    open("/admin", reply(getUser, employee), reply(getDashboard, { ...dashboard, items, itemCount: 4 }));

    const book = await screen.findByRole("link", { name: "The Lamp" });
    expect(book).toHaveAttribute("href", `/book/${bookId}/sync`);
    expect(screen.getByText("And 3 more.")).toBeVisible();
  });

  test("approves an application after a confirmation, or declines it with a reason", async () => {
    const { user, calls } = open(
      "/admin",
      reply(getUser, employee),
      reply(getDashboard, { ...dashboard, applications: 1 }),
      reply(listApplications, { applications: [application], nextCursor: null }),
      reply(approveApplication, { ...application, state: "approved" }),
      reply(declineApplication, { ...application, state: "declined" }),
    );
    const listPosts = () =>
      calls.filter(({ method }) => method === "POST").map(({ url, body }) => [url, body]);

    await user.click(await screen.findByRole("button", { name: "Decline" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText("Reason"), "No.");
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await dialog.findByText(/at least/)).toBeVisible();
    expect(listPosts()).toEqual([]);
    await user.type(dialog.getByLabelText("Reason"), " It is not yours.");
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    await screen.findByText("Declined. The applicant has been notified by email.");
    const [[url, body] = []] = listPosts();
    expect([url, body]).toEqual([
      `/api/admin/author-applications/${application.id}/decline`,
      { reason: "No. It is not yours." },
    ]);

    await user.click(screen.getByRole("button", { name: "Approve" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve" }));
    await screen.findByText("Approved. The applicant has been notified by email.");
    expect(listPosts().at(-1)?.[0]).toBe(`/api/admin/author-applications/${application.id}/approve`);
  });
});
