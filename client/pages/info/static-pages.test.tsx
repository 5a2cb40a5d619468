import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { findRoute } from "#shared/routes/route-table.ts";
import { supportContract } from "#shared/support/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { detectPlatform } from "#client/lib/pwa-install.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ContactPage } from "./contact-page.tsx";
import { type Group, getFaqAnswers, groups } from "./faq.ts";
import { HelpPage } from "./help-page.tsx";

beforeAll(() => loadMessages("help", "support"));

const guest = stubRejection(accountsContract.getUser, { code: "unauthenticated", message: "Unauthorized" });

describe("the help center", () => {
  test("links to existing pages only", () => {
    const all = (Object.keys(groups) as Group[]).flatMap((group) => getFaqAnswers(group, ""));

    for (const { to } of all) if (to) expect(findRoute(to.split("?")[0] ?? ""), to).not.toBeNull();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test("searches by prefixes and opens the results", async () => {
    const { user } = renderPage(<HelpPage />);

    await user.type(screen.getByRole("searchbox"), "delet acc");

    expect(screen.getByRole("status")).toHaveTextContent("1 answer");
    const question = screen.getByText("How do I delete my account?");
    expect(question.closest("details")).toHaveAttribute("open");
  });

  test("shows all again after an empty result", async () => {
    const { user } = renderPage(<HelpPage />);
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(screen.getAllByText("No answers found.")).not.toHaveLength(0);

    await user.click(screen.getByRole("button", { name: "Show all answers" }));

    expect(screen.getByText("Does it cost anything?")).toBeVisible();
  });
});

describe("the contact form", () => {
  test("marks missing fields and sends no request", async () => {
    const { calls } = stubCalls(guest);
    const { user } = renderPage(<ContactPage />);

    await user.click(await screen.findByRole("button", { name: "Send" }));

    await waitFor(() =>
      expect(screen.getByLabelText("Your name")).toHaveAccessibleDescription("This field is required."),
    );
    expect(screen.getByLabelText("Your name")).toHaveFocus();
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("confirms a message with the subject of the URL", async () => {
    const { calls } = stubCalls(guest, reply(supportContract.sendMessage, { done: true }));
    const { user } = renderPage(<ContactPage />, { at: "/contact-us?topic=careers" });
    await user.type(await screen.findByLabelText("Your name"), "Amina");
    await user.type(screen.getByLabelText("Your email address"), "amina@example.org");
    await user.type(screen.getByLabelText("Your message"), "I set type, and would like to.");

    await user.click(screen.getByRole("button", { name: "Send" }));

    const thanks = await screen.findByText("Thank you, message received");
    expect(
      within(thanks.parentElement ?? thanks).getByText("We will reply to amina@example.org."),
    ).toBeVisible();
    expect(calls.at(-1)?.body).toMatchObject({ topic: "careers", website: "" });
  });
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", 5, "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", 5, "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", 0, "desktop"],
  ["Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile", 5, "android"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0", 5, "firefox"],
] as const)("%s with %d touch points installs as on %s", (userAgent, touchPoints, platform) => {
  expect(detectPlatform(userAgent, touchPoints)).toBe(platform);
});
