import { expect, test } from "vitest";
import { createCover } from "./features/book-import/tasks.ts";
import { deliverEmail } from "./features/mail/service.ts";
import { notifyMessage } from "./features/messages/jobs.ts";
import { importUpload } from "./features/uploads/finish-upload.ts";
import { jobs } from "./job-registry.ts";
import { queueNames } from "./jobs/job-queue.ts";
import { getJobGroups } from "./jobs/worker.ts";

const groups = getJobGroups(jobs);
const findGroup = ({ name }: { readonly name: string }) =>
  groups.findIndex((group) => group.jobs.some((job) => job.name === name));

test("book imports do not hold back emails or notices of messages", () => {
  const [messages, emails, imports, covers] = [notifyMessage, deliverEmail, importUpload, createCover].map(
    findGroup,
  );

  expect(messages).toBeGreaterThanOrEqual(0);
  expect(new Set([messages, emails, imports, covers]).size).toBe(4);
});

test("each queue has workers of its own, and each kind of job runs in one of them", () => {
  for (const queue of queueNames) expect(groups.some((group) => group.queue === queue)).toBe(true);
  for (const { queue, jobs: kinds } of groups) {
    expect(new Set(kinds.map((job) => job.queue))).toEqual(new Set([queue]));
  }
  expect(groups.flatMap(({ jobs: kinds }) => kinds)).toHaveLength(jobs.length);
});

test("nobody waits for scheduled jobs; the nightly ones are not urgent either", () => {
  const scheduled = jobs.filter(({ every }) => every !== undefined);
  const nightly = scheduled.filter(({ every = "" }) => /^\d+ \d+ /.test(every));

  expect(scheduled.filter(({ queue }) => queue === "now")).toEqual([]);
  expect(nightly.length).toBeGreaterThan(10);
  expect(nightly.filter(({ queue }) => queue !== "later")).toEqual([]);
});
