import type * as z from "zod/mini";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type Language, languages } from "#shared/api/language.ts";
import { issueReason } from "#shared/api/validation-reasons.ts";
import { createUser, grantRoles, type Roles, resetTwoFactor } from "#server/features/accounts/service.ts";
import { createResetLinkByEmail } from "#server/features/staff/service.ts";
import { getReasonText } from "#server/http/api/reason-text.ts";
import { type Command, type ParsedArguments, requireOption, requireOptions } from "./command.ts";

const roleOptions = {
  author: { type: "boolean" },
  employee: { type: "boolean" },
  admin: { type: "boolean" },
} as const;

export const userCreateCommand: Command = {
  name: "user create",
  usage:
    "--email <email> --password <password> --first-name <name> --last-name <name> --username <name> [--language <en|ar>] [--author] [--employee] [--admin]",
  about: "Creates an account with a confirmed email.",
  options: {
    email: { type: "string" },
    password: { type: "string" },
    "first-name": { type: "string" },
    "last-name": { type: "string" },
    username: { type: "string" },
    language: { type: "string" },
    ...roleOptions,
  },
  operands: 0,
  async run({ withServices, print }, parsedArguments) {
    const account = readAccount(parsedArguments);
    const language = readLanguage(parsedArguments);
    const user = await withServices((services) =>
      createUser(services, { ...account, ...language, roles: getRoles(parsedArguments) }),
    );
    print(`Account created: ${user.username} <${user.email}>, ${listRoles(getRoles(parsedArguments))}.`);
    return 0;
  },
};

export const userGrantCommand: Command = {
  name: "user grant",
  usage: "--email <email> [--author] [--employee] [--admin] [--revoke]",
  about: "Grants roles to an account, or revokes them with --revoke.",
  options: { email: { type: "string" }, ...roleOptions, revoke: { type: "boolean" } },
  operands: 0,
  async run({ withServices, print }, parsedArguments) {
    const email = requireOption(parsedArguments, "email");
    const roles = getRoles(parsedArguments, parsedArguments.options["revoke"] !== true);
    if (!Object.keys(roles).length) throw new Error("Name a role: --author, --employee or --admin.");
    const user = await withServices((services) => grantRoles(services, email, roles));
    const currentRoles = { isAuthor: user.isAuthor, isEmployee: user.isEmployee, isAdmin: user.isAdmin };
    print(`Roles of ${user.username} <${user.email}>: ${listRoles(currentRoles)}.`);
    return 0;
  },
};

export const userTwoFactorCommand: Command = {
  name: "user two-factor-off",
  usage: "--email <email>",
  about: "Turns two-step verification off for an account whose owner lost the device.",
  options: { email: { type: "string" } },
  operands: 0,
  async run({ withServices, print }, parsedArguments) {
    const email = requireOption(parsedArguments, "email");
    const user = await withServices((services) => resetTwoFactor(services, email));
    print(`${user.username} <${user.email}> now signs in without a code.`);
    return 0;
  },
};

export const userResetLinkCommand: Command = {
  name: "user reset-link",
  usage: "<email>",
  about:
    "Prints a link that sets a new password, for sites that send no email. The account's owner is notified.",
  options: {},
  operands: 1,
  async run({ withServices, print }, { operands: [email = ""] }) {
    const link = await withServices((services) => createResetLinkByEmail(services, email));
    print(`Valid once, for 30 minutes: ${link}`);
    return 0;
  },
};

/** Empty without the option. */
function readLanguage({ options }: ParsedArguments): { readonly language?: Language } {
  const given = options["language"];
  if (given === undefined) return {};
  const language = languages.find((each) => each === given);
  if (!language) throw new Error(`--language is one of ${languages.join(", ")}.`);
  return { language };
}

/** @throws {Error} with every missing or invalid value */
function readAccount(parsedArguments: ParsedArguments) {
  requireOptions(parsedArguments, ["email", "password", "first-name", "last-name", "username"]);
  const account = {
    email: requireOption(parsedArguments, "email"),
    password: requireOption(parsedArguments, "password"),
    firstName: requireOption(parsedArguments, "first-name"),
    lastName: requireOption(parsedArguments, "last-name"),
    username: requireOption(parsedArguments, "username"),
  };
  const parsed = accountsContract.signUp.body.safeParse(account);
  if (parsed.success) {
    const { email, password, firstName, lastName, username } = parsed.data;
    return { email, password, firstName, lastName, username };
  }
  throw new Error(parsed.error.issues.map(getProblem).join("\n"));
}

function getProblem(issue: z.core.$ZodIssue): string {
  const option = String(issue.path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${option}: ${getReasonText(issueReason(issue))}`;
}

function getRoles({ options }: ParsedArguments, isGranted = true): Roles {
  return {
    ...(options["author"] && { isAuthor: isGranted }),
    ...(options["employee"] && { isEmployee: isGranted }),
    ...(options["admin"] && { isAdmin: isGranted }),
  };
}

function listRoles({ isAuthor, isEmployee, isAdmin }: Roles): string {
  return ["reader", isAuthor && "author", isEmployee && "employee", isAdmin && "admin"]
    .filter(Boolean)
    .join(", ");
}
