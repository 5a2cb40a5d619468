import * as z from "zod/mini";
import type { $ZodIssue, $ZodRawIssue } from "zod/v4/core";

/** Lets what is wrong with an input be said in words that a person understands, wherever a schema refuses it. */
export function installZodErrorMap(): void {
  z.config({ customError: sentenceOf });
}

/** What is wrong, field by field, the first of several faults; of an unknown field, its own name. */
export function fieldErrors(issues: readonly $ZodIssue[]): Record<string, string> {
  const said = new Map<string, string>();
  for (const issue of issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 8).map((key) => [key]) : [[]];
    for (const key of keys) {
      const name = nameOf([...issue.path, ...key]);
      // What comes first in a schema says most: an empty name is empty before it is anything else.
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
      return issue.input === undefined ? "This is needed." : "This has the wrong form.";
    case "too_small":
      return issue.origin === "string" ? tooShort(Number(issue.minimum)) : `The least is ${issue.minimum}.`;
    case "too_big":
      return issue.origin === "string"
        ? `At most ${issue.maximum} characters fit here.`
        : `The most is ${issue.maximum}.`;
    case "invalid_format":
      return issue.format === "email" ? "This is no e-mail address." : "This has the wrong form.";
    case "invalid_value":
      return `This must be one of: ${issue.values?.slice(0, 20).join(", ")}.`;
    case "unrecognized_keys":
      return "There is no such field.";
    default:
      return "This has the wrong form.";
  }
}

const tooShort = (least: number) =>
  least <= 1 ? "This is needed." : `At least ${least} characters are needed.`;
