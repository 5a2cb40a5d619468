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
      email: "Enter a valid email address.",
      password: "This field is required.",
      firstName: "This value is not valid.",
      lastName: "This field is required.",
      username: "Enter at least 2 characters.",
      isAdmin: "This field does not exist.",
    });
  });

  test("is the first of several faults", () => {
    const { body } = accountsContract.changeProfile;

    expect(refusalOf(body, { firstName: "  ", username: "a b".repeat(20) })).toEqual({
      firstName: "This field is required.",
      username: "Enter at most 30 characters.",
    });
  });

  test("is said of addresses too", () => {
    expect(refusalOf(booksContract.listBooks.query, { limit: "1000", sortBy: "price" })).toEqual({
      limit: "The maximum is 100.",
      sortBy: "This must be one of: createdAt, averageRating, title, popularity, relevance.",
    });
  });
});
