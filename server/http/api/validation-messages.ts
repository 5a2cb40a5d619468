import * as z from "zod/mini";
import type { $ZodIssue, $ZodRawIssue } from "zod/v4/core";

export function installZodErrorMap(): void {
  z.config({ customError: sentenceOf });
}

export function fieldErrors(issues: readonly $ZodIssue[]): Record<string, string> {
  const said = new Map<string, string>();
  for (const issue of issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 8).map((key) => [key]) : [[]];
    for (const key of keys) {
      const name = nameOf([...issue.path, ...key]);
      // The first issue of a field is the most specific.
      if (!said.has(name) && said.size < maxFields) said.set(name, issue.message.slice(0, 200));
    }
  }
  return Object.fromEntries(said);
}

const maxFields = 50;

const nameOf = (path: readonly PropertyKey[]) => path.slice(0, 8).map(String).join(".").slice(0, 200);

function sentenceOf(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "This field is required." : "This value is not valid.";
    case "too_small":
      return issue.origin === "string" ? tooShort(Number(issue.minimum)) : `The minimum is ${issue.minimum}.`;
    case "too_big":
      return issue.origin === "string"
        ? `Enter at most ${issue.maximum} characters.`
        : `The maximum is ${issue.maximum}.`;
    case "invalid_format":
      return issue.format === "email" ? "Enter a valid email address." : "This value is not valid.";
    case "invalid_value":
      return `This must be one of: ${issue.values?.slice(0, 20).join(", ")}.`;
    case "unrecognized_keys":
      return "This field does not exist.";
    default:
      return "This value is not valid.";
  }
}

const tooShort = (least: number) =>
  least <= 1 ? "This field is required." : `Enter at least ${least} characters.`;
