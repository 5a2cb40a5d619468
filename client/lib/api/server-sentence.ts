import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";

const known: readonly (readonly [sentence: RegExp, text: MessageKey])[] = [
  [/^This field is required\.$/, "common.fieldNeeded"],
  [/^Enter a valid email address\.$/, "common.noEmail"],
  [/^Enter at least (?<n>\d+) characters\.$/, "common.tooShort"],
  [/^Enter at most (?<n>\d+) characters\.$/, "common.tooLong"],
  [/^This username is already taken\.$/, "common.usernameTaken"],
  [/^There is already an account with this email address/, "common.emailTaken"],
  [/^This password is incorrect\.$/, "common.notYourPassword"],
  [/^This account is not an employee account\./, "admin.noEmployee"],
  [/^This is not a Goodreads/, "shelfImport.noTable"],
  [/^This (is not a text file|file is not UTF-8)/, "shelfImport.noText"],
  [/^This file has more than (?<lines>[\d,]+) lines\.$/, "shelfImport.tooMany"],
  [/^This file has too many columns/, "shelfImport.tooWide"],
  [/^A cell in this file is too long/, "shelfImport.longCell"],
  [/^At most (?<books>[\d,]+) books can be kept\.$/, "shelfImport.tooManyKept"],
  [/^A quotation mark in this file/, "shelfImport.openQuote"],
  [/^You already have this goal/, "goals.already"],
  [/^This account is suspended until (?<day>[\d-]+)\.$/, "common.suspended"],
];

/** Null when there is no translation. */
export function translateServerMessage(sentence: string): string | null {
  if (getChosenLanguage() === "en") return sentence;
  for (const [pattern, text] of known) {
    const groups = pattern.exec(sentence)?.groups;
    if (groups?.["n"]) return t(text, { n: Number(groups["n"]) });
    if (groups) return t(text, groups);
    if (pattern.test(sentence)) return t(text);
  }
  return null;
}
