import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeError } from "./log-error.ts";

test("a failed query is logged without its values", () => {
  const cause = Object.assign(new Error("duplicate key value"), {
    code: "23505",
    constraint: "users_email_unique",
    detail: "Key (email)=(amina@example.org) already exists.",
  });
  const error = new DrizzleQueryError("insert into users values ($1)", ["amina@example.org"], cause);

  const logged = describeError(error);

  expect(JSON.stringify(logged)).not.toContain("amina@example.org");
  expect(logged).toMatchObject({
    query: "insert into users values ($1)",
    cause: { code: "23505", constraint: "users_email_unique", message: "duplicate key value" },
  });
});
