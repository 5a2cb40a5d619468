import { afterEach, expect, test } from "vitest";
import { CallError } from "#shared/api/http-client.ts";
import type { Problem } from "#shared/api/problem.ts";
import { readShelf } from "#shared/shelf-import/read-shelf.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { chooseLanguage } from "#client/lib/i18n/language.ts";
import { errorMessage, fieldProblems, serverMessage } from "./error-message.ts";

const callError = (problem: Problem) => new CallError(409, JSON.stringify(problem));

const rejected = callError({
  code: "conflict",
  message: "This account is suspended until 2027-01-05.",
  fields: {
    username: "This username is already taken.",
    bio: "Enter at most 1000 characters.",
    odd: "Something new.",
  },
});

afterEach(() => chooseLanguage("en"));

test("English readers are notified what the server says", () => {
  expect(fieldProblems(rejected)["username"]).toBe("This username is already taken.");
  expect(serverMessage(rejected)).toBe("This account is suspended until 2027-01-05.");
});

test("Arabic readers are notified the same in Arabic", async () => {
  await chooseLanguage("ar");

  expect(errorMessage(rejected)).toBe("طرأ تغيير في هذه الأثناء. يُرجى إلقاء نظرة من جديد.");
  expect(serverMessage(rejected)).toBe("هذا الحساب موقوف حتى 2027-01-05.");
  expect(fieldProblems(rejected)).toEqual({
    username: "اسم المستخدم هذا محجوز.",
    bio: "1,000 حرف على الأكثر.",
    odd: "الصيغة غير صحيحة.",
  });
});

test("Arabic readers are notified why a table of books cannot be read, in the words of both", async () => {
  await chooseLanguage("ar");
  await loadMessages("shelfImport");

  for (const [text, word] of [
    ["<html></html>", "Goodreads"],
    ['Title,Author,Exclusive Shelf\nA,"B', "علامة اقتباس"],
    ["Title\0", "UTF-8"],
    ["A\n".repeat(10_002), "10,001 سطر"],
    [",".repeat(201), "أعمدة"],
    ["A".repeat(100_001), "خلية"],
  ] as const) {
    expect(serverMessage(callError({ code: "unprocessable_file", message: getFault(text) }))).toContain(word);
  }
});

function getFault(text: string): string {
  try {
    readShelf(text);
    return "";
  } catch (fault) {
    return fault instanceof Error ? fault.message : "";
  }
}

test("what cannot be said in Arabic is not said in English", async () => {
  await chooseLanguage("ar");

  expect(serverMessage(callError({ code: "conflict", message: "Something new." }))).toBeNull();
});
