import { expect, test } from "vitest";
import { createCover } from "./features/book-import/tasks.ts";
import { notifyMessage } from "./features/messages/jobs.ts";
import { importUpload } from "./features/uploads/finish-upload.ts";
import { jobs } from "./job-registry.ts";
import { getJobGroups } from "./jobs/worker.ts";

test("book imports do not hold back notices of messages", () => {
  const groups = getJobGroups(jobs, 2);
  const getGroup = (name: string) => groups.findIndex((group) => group.jobs.some((job) => job.name === name));

  const [messages, imports, covers] = [notifyMessage, importUpload, createCover].map(({ name }) =>
    getGroup(name),
  );

  expect(messages).toBeGreaterThanOrEqual(0);
  expect(imports).not.toBe(messages);
  expect(covers).not.toBe(messages);
});
