import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { fieldErrors, installZodErrorMap } from "./validation-messages.ts";

installZodErrorMap();

const refusalOf = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? fieldErrors(error.issues) : null;
};

describe("what is wrong with an input", () => {
  test("is said field by field, in words", () => {
    const { body } = accountsContract.signUp;

    expect(
      refusalOf(body, { email: "nobody", password: "", firstName: 1, username: "a", isAdmin: true }),
    ).toEqual({
      email: "This is no e-mail address.",
      password: "This is needed.",
      firstName: "This has the wrong form.",
      lastName: "This is needed.",
      username: "At least 2 characters are needed.",
      isAdmin: "There is no such field.",
    });
  });

  test("is the first of several faults", () => {
    const { body } = accountsContract.changeProfile;

    expect(refusalOf(body, { firstName: "  ", username: "a b".repeat(20) })).toEqual({
      firstName: "This is needed.",
      username: "At most 30 characters fit here.",
    });
  });

  test("is said of addresses too", () => {
    expect(refusalOf(booksContract.listBooks.query, { limit: "1000", sortBy: "price" })).toEqual({
      limit: "The most is 100.",
      sortBy: "This must be one of: createdAt, averageRating, title, popularity, relevance.",
    });
  });
});
