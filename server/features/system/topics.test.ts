import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import { getChanges, getReads, type RouteContract } from "#shared/api/contract.ts";
import { type Topic, topics } from "#shared/api/topics.ts";
import { ChallengeDetail } from "#shared/challenges/contract.ts";
import { Community } from "#shared/community/community.ts";
import { Discussion, Post } from "#shared/community/discussion.ts";
import { Goal } from "#shared/goals/contract.ts";
import { LibraryEntry, MyEntry } from "#shared/library/entry.ts";
import { Conversation, Message } from "#shared/messages/message.ts";
import { Notification } from "#shared/notifications/contract.ts";
import { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { UploadSet } from "#shared/uploads/contract.ts";
import { projectRoot } from "#server/project-root.ts";
import { describedFeatures } from "./contracts.ts";

const contracts: readonly (readonly [string, RouteContract])[] = describedFeatures.flatMap(({ contracts }) =>
  Object.entries(contracts),
);

const listFiles = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => path.join(projectRoot, folder, name));

/** Topics that services and jobs publish themselves. */
const published = listFiles("server").flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/\btopics: \[([^\]]*)\]/g)].flatMap(([, names = ""]) =>
    [...names.matchAll(/"([\w-]+)"/g)].map(([, name]) => name as Topic),
  ),
);

test("every topic has a writer and a reader", () => {
  const changed = new Set([...published, ...contracts.flatMap(([, contract]) => getChanges(contract))]);
  const read = new Set(contracts.flatMap(([, contract]) => getReads(contract)));

  expect(topics.filter((topic) => !changed.has(topic))).toEqual([]);
  expect(topics.filter((topic) => !read.has(topic))).toEqual([]);
});

test("every call declares what it reads or changes, or says why it does not", () => {
  const undeclared = contracts.filter(([, contract]) => {
    const [declared, reason] =
      contract.method === "GET"
        ? [getReads(contract), "unwatched" in contract ? contract.unwatched : ""]
        : [getChanges(contract), "unchanged" in contract ? contract.unchanged : ""];
    return declared.length === 0 && reason.length < 10;
  });

  expect(undeclared.map(([name]) => name)).toEqual([]);
});

const shownBy: readonly (readonly [Topic, z.ZodMiniType])[] = [
  ["challenge", ChallengeDetail],
  ["community", Community],
  ["conversation", Conversation],
  ["discussion", Discussion],
  ["goal", Goal],
  ["library", LibraryEntry],
  ["library", MyEntry],
  ["message", Message],
  ["notification", Notification],
  ["post", Post],
  ["publication", PublishingBook],
  ["upload", UploadSet],
];

/** Whether a schema has another one in it. */
function contains(schema: unknown, part: z.ZodMiniType, seen = new Set<unknown>()): boolean {
  if (schema === part) return true;
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  const { def } = (schema as { _zod?: { def: object } })._zod ?? {};
  return Object.values(def ?? schema).some((each) => contains(each, part, seen));
}

test("a reply that shows a topic declares it", () => {
  const missing = contracts.flatMap(([name, contract]) =>
    contract.method !== "GET" || !("reads" in contract)
      ? []
      : shownBy
          .filter(([topic, schema]) => contains(contract.response, schema) && !contract.reads.includes(topic))
          .map(([topic]) => `${name}: ${topic}`),
  );
  const shown = shownBy.filter(([, schema]) =>
    contracts.some(([, { method, response }]) => method === "GET" && contains(response, schema)),
  );

  expect(missing).toEqual([]);
  expect(shown).toHaveLength(shownBy.length);
});

test("every query of a contract tells what it reads", () => {
  const untold = listFiles("client").filter((file) => {
    const source = readFileSync(file, "utf8");
    const queries = source.match(/\bqueryFn:[\s\S]{0,300}?\bcall\(/g)?.length ?? 0;
    return queries > (source.match(/\bmeta: getQueryMeta\(|\.\.\.query\(/g)?.length ?? 0);
  });

  expect(untold).toEqual([]);
});
