import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { type MessageId, messagesContract } from "#shared/messages/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { messages } from "#server/db/schema/community/messages.ts";
import { moderationDecisions, reports } from "#server/db/schema/community/moderation.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** A message to a reader who reported it. */
async function createReported(app: TestApp) {
  const [sender, recipient] = [await app.make.user(), await app.make.user()];
  const { conversationId } = await app.as(sender)(messagesContract.startConversation, {
    body: { userIds: [recipient.id], text: "Rude", clientId: randomUUID() },
  });
  const { messages } = await app.as(recipient)(messagesContract.listPrivateMessages, {
    params: { conversationId },
    query: {},
  });
  const subjectId = messages[0]?.id ?? "";
  await app.as(recipient)(moderationContract.report, {
    body: { subjectType: "message", subjectId, reason: "harassment" },
  });
  return { sender, subjectId };
}

const decide = (app: TestApp, by: User, subjectId: string, decision: "dismiss" | "remove") =>
  app.as(by)(moderationContract.decideReports, {
    params: { subjectType: "message", subjectId },
    body: { decision },
  });

test("of a dismissal and a removal at the same moment one counts, and a removal can be appealed", async ({
  app,
}) => {
  const neighbour = await createReported(app);
  const [first, second] = [
    await app.make.user({ isEmployee: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const reported = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createReported(app)));
  const outcomes = await Promise.all(
    reported.map(({ subjectId }, n) => {
      const decisions = n % 2 === 0 ? (["dismiss", "remove"] as const) : (["remove", "dismiss"] as const);
      return Promise.all(
        decisions.map((decision, index) =>
          decide(app, index === 0 ? first : second, subjectId, decision).then(
            () => decision,
            ({ status }) => status as number,
          ),
        ),
      );
    }),
  );
  expect(outcomes.map((each) => each.filter((outcome) => outcome === 409).length)).toEqual(Array(6).fill(1));

  const removed = reported.filter((_, n) => outcomes[n]?.includes("remove"));
  const stored = await app.db.select().from(messages);
  const deleted = stored.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id);
  expect(new Set(deleted)).toEqual(new Set(removed.map(({ subjectId }) => subjectId)));
  const decisions = await app.db.select().from(moderationDecisions);
  expect(new Set(decisions.map(({ userId, subjectId, kind }) => [userId, subjectId, kind]))).toEqual(
    new Set(removed.map(({ sender, subjectId }) => [sender.id, subjectId, "removal"])),
  );
  const open = (await app.db.select().from(reports)).filter(({ state }) => state === "open");
  expect(open.map(({ subjectId }) => subjectId)).toEqual([neighbour.subjectId]);
});

test("a decision on one message leaves every other message and report as it was", async ({ app }) => {
  const [one, other] = [await createReported(app), await createReported(app)];
  const employee = await app.make.user({ isEmployee: true });
  const [moderated, before] = [await app.db.select().from(reports), await app.db.select().from(messages)];
  await decide(app, employee, one.subjectId, "remove");
  const isOther = ({ id }: { id: MessageId | string }) => id !== one.subjectId;
  expect((await app.db.select().from(messages)).filter(isOther)).toEqual(before.filter(isOther));
  const isOtherReport = ({ subjectId }: { subjectId: string }) => subjectId !== one.subjectId;
  const after = await app.db.select().from(reports);
  expect(after.filter(isOtherReport)).toEqual(moderated.filter(isOtherReport));
  expect(after.find(({ subjectId }) => subjectId === other.subjectId)?.state).toBe("open");
  await expect(decide(app, employee, one.subjectId, "dismiss")).rejects.toMatchObject({ status: 409 });
});
