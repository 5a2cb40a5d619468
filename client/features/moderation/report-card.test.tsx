import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { moderationContract, type ReportGroup } from "#shared/moderation/contract.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ReportCard } from "./report-card.tsx";

const { decideReports, readReportedMessages } = moderationContract;
const group: ReportGroup = {
  subjectType: "message",
  subjectId: getId(3),
  communityId: null,
  communityName: null,
  reportedUser: null,
  reasons: [],
  notes: [],
  text: "",
  messageCount: 2,
  firstAt: new Date(),
};

async function openCard() {
  await loadMessages("moderation");
  const { calls, add } = stubCalls(
    stubRejection(decideReports, { code: "conflict", message: "" }),
    reply(readReportedMessages, [{ author: "Zayd", text: "Buy this", at: "2026-01-01" }]),
  );
  return { ...renderPage(<ReportCard group={group} isStaff />), calls, add };
}

test("only a button decides; a failure is shown", async () => {
  const { user, calls } = await openCard();

  await user.type(screen.getByLabelText("Reason shown to the author"), " Spam {Enter}");
  expect(calls).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Remove" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("This was changed in the meantime.");
  expect(calls[0]?.body).toMatchObject({ decision: "remove", reason: expect.stringMatching(/^ ?Spam ?$/) });
});

test("private messages are read with a reason of three letters", async () => {
  const { user, calls } = await openCard();
  const reason = screen.getByLabelText(/^Why do you need/);

  await user.type(reason, "x{Enter}");
  expect(await screen.findByText("Enter at least 3 characters.")).toBeVisible();
  expect(calls).toEqual([]);
  await user.type(reason, " threat{Enter}");

  expect(await screen.findByText("Buy this")).toBeVisible();
});
