import * as z from "zod/mini";
import type { $ZodIssue } from "zod/v4/core";
import type { Reason } from "./problem.ts";

// Issues do not contain the input, so missing values are marked when the issue is created.
z.config({
  customError: (issue) =>
    issue.code === "invalid_type" && issue.input === undefined ? "required" : undefined,
});

/** Why each field was refused, by the path of the field. */
export function getFieldReasons(issues: readonly $ZodIssue[]): Record<string, Reason> {
  const reasons = new Map<string, Reason>();
  for (const issue of issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 8).map((key) => [key]) : [[]];
    for (const key of keys) {
      const name = getName([...issue.path, ...key]);
      // The first issue of a field is the most specific.
      if (!reasons.has(name) && reasons.size < maxFields) reasons.set(name, issueReason(issue));
    }
  }
  return Object.fromEntries(reasons);
}

/** Why the server would refuse a value that is about to be sent. */
export function findFieldReasons(schema: z.ZodMiniType, value: unknown): Record<string, Reason> {
  const { error } = tryEncode(schema, value);
  return error ? getFieldReasons(error.issues) : {};
}

function tryEncode(schema: z.ZodMiniType, value: unknown) {
  try {
    return z.safeEncode(schema, value as never);
  } catch {
    // Schemas that replace invalid values cannot be encoded.
    return schema.safeParse(value);
  }
}

const maxFields = 50;

const getName = (path: readonly PropertyKey[]) => path.slice(0, 8).map(String).join(".").slice(0, 200);

export function issueReason(issue: $ZodIssue): Reason {
  switch (issue.code) {
    case "invalid_type":
      return { code: issue.message === "required" ? "required" : "not_valid" };
    case "too_small":
      if (issue.minimum <= 1 && (issue.origin === "string" || issue.origin === "array"))
        return { code: "required" };
      return { code: issue.origin === "string" ? "too_short" : "too_low", min: Number(issue.minimum) };
    case "too_big":
      return { code: issue.origin === "string" ? "too_long" : "too_high", max: Number(issue.maximum) };
    case "invalid_format":
      return { code: issue.format === "email" ? "email_invalid" : "not_valid" };
    case "invalid_value":
      return { code: "not_an_option", options: issue.values.slice(0, 20).join(", ").slice(0, 200) };
    case "unrecognized_keys":
      return { code: "unknown_field" };
    default:
      return { code: "not_valid" };
  }
}
