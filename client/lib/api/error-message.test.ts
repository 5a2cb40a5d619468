import { afterEach, beforeEach, expect, test } from "vitest";
import { CallError } from "#shared/api/http-client.ts";
import type { Problem } from "#shared/api/problem.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { chooseLanguage } from "#client/lib/i18n/language.ts";
import {
  getErrorMessage,
  getFieldErrors,
  getReasonMessage,
  getReasonText,
  withReasonTexts,
} from "./error-message.ts";

const callError = (problem: Problem) => new CallError(409, JSON.stringify(problem));

const refused = callError({
  code: "conflict",
  message: "For developers.",
  reason: { code: "account_suspended", day: "2027-01-05" },
  fields: {
    username: { code: "username_taken" },
    bio: { code: "too_long", max: 1000 },
    odd: { code: "reason_of_a_newer_server" },
  },
});

beforeEach(() => loadMessages("reason"));
afterEach(() => chooseLanguage("en"));

test("reasons are translated by their code", () => {
  expect(getErrorMessage(refused)).toBe("This account is suspended until January 5, 2027.");
  expect(getFieldErrors(refused)).toEqual({
    username: "This username is already taken.",
    bio: "Enter at most 1000 characters.",
    odd: "This value is not valid.",
  });
});

test("a reason about one of several files names it once", () => {
  expect(getReasonText({ code: "audio_damaged", file: "b.mp3" })).toMatch(/^b\.mp3: This audio file/);
  expect(getReasonText({ code: "upload_damaged", file: "b.mp3" })).toMatch(/^b\.mp3 was damaged/);
});

test("an instant is shown as its day", () => {
  const until = new Date("2026-12-01T12:00").toISOString();

  expect(getReasonText({ code: "muted", until })).toBe("A moderator muted you until December 1, 2026.");
});

test("reasons are translated into Arabic", async () => {
  await chooseLanguage("ar");

  expect(getErrorMessage(refused)).toBe("هذا الحساب موقوف حتى 5 يناير 2027.");
  expect(getFieldErrors(refused)).toMatchObject({
    username: "اسم المستخدم هذا محجوز.",
    bio: "أدخل 1,000 حرف على الأكثر.",
  });
});

test("a reply without a known reason is explained by its code", () => {
  const unknown = callError({ code: "conflict", message: "New.", reason: { code: "newer" } });

  expect(getReasonMessage(unknown)).toBeNull();
  expect(getErrorMessage(unknown)).toBe(getErrorMessage(callError({ code: "conflict", message: "New." })));
});

test("a rejected call is rethrown after the texts have loaded", async () => {
  await expect(withReasonTexts(Promise.reject(refused))).rejects.toBe(refused);
});
