import { afterEach, expect, test } from "vitest";
import { CallError } from "#shared/kernel/call.ts";
import type { Problem } from "#shared/kernel/problem.ts";
import { chooseLanguage } from "./language.ts";
import { fieldProblems, problemText, serverSentence } from "./problem-text.ts";

const callError = (problem: Problem) => new CallError(409, JSON.stringify(problem));

const refused = callError({
  code: "conflict",
  message: "This account is suspended until 2027-01-05.",
  fields: {
    username: "This username is taken.",
    bio: "At most 1000 characters fit here.",
    odd: "Something new.",
  },
});

afterEach(() => chooseLanguage("en"));

test("English readers are told what the server says", () => {
  expect(fieldProblems(refused)["username"]).toBe("This username is taken.");
  expect(serverSentence(refused)).toBe("This account is suspended until 2027-01-05.");
});

test("Arabic readers are told the same in Arabic", async () => {
  await chooseLanguage("ar");

  expect(problemText(refused)).toBe("طرأ تغيير في هذه الأثناء. يُرجى إلقاء نظرة من جديد.");
  expect(serverSentence(refused)).toBe("هذا الحساب موقوف حتى 2027-01-05.");
  expect(fieldProblems(refused)).toEqual({
    username: "اسم المستخدم هذا محجوز.",
    bio: "1,000 حرف على الأكثر.",
    odd: "الصيغة غير صحيحة.",
  });
});

test("what cannot be said in Arabic is not said in English", async () => {
  await chooseLanguage("ar");

  expect(serverSentence(callError({ code: "conflict", message: "Something new." }))).toBeNull();
});
