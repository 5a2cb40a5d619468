import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { getFieldReasons } from "./validation-reasons.ts";

const getRefusal = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? getFieldReasons(error.issues) : null;
};

describe("validation errors", () => {
  test("are reported per field, as codes", () => {
    const { body } = accountsContract.signUp;

    expect(
      getRefusal(body, { email: "nobody", password: "", firstName: 1, username: "a", isAdmin: true }),
    ).toEqual({
      email: { code: "email_invalid" },
      password: { code: "required" },
      firstName: { code: "not_valid" },
      lastName: { code: "required" },
      username: { code: "too_short", min: 2 },
      isAdmin: { code: "unknown_field" },
    });
  });

  test("report the first error of a field", () => {
    const { body } = accountsContract.updateProfile;

    expect(getRefusal(body, { firstName: "  ", username: "a b".repeat(20) })).toEqual({
      firstName: { code: "required" },
      username: { code: "too_long", max: 30 },
    });
  });

  test("are reported for URL parameters too", () => {
    expect(getRefusal(booksContract.listBooks.query, { limit: "1000", sortBy: "price" })).toEqual({
      limit: { code: "too_high", max: 100 },
      sortBy: { code: "not_an_option", options: "createdAt, averageRating, title, popularity, relevance" },
    });
  });
});
