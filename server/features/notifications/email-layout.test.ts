import { expect, test } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { createEmail } from "./email-layout.ts";

const settings = {
  origins: ["https://books.example"] as const,
  productName: "Maktaba",
  secret: "long enough",
};
const item = { title: "A <new>\r\nreply", message: "“One” & two", actionUrl: "/book/1?a=1&b=2" };
const other = { title: "A book", message: "", actionUrl: "/book/2" };
const userId = UserId.parse("00000000-0000-4000-8000-000000000001");
const create = (input: Partial<Parameters<typeof createEmail>[1]>) =>
  createEmail(settings, {
    userId,
    firstName: "Amina",
    language: "en",
    kind: "reply",
    items: [item],
    ...input,
  });

test("an email about one notification has its title as its subject, in one line", () => {
  expect(create({}).subject).toBe("Maktaba: A <new> reply");
  expect(create({ items: [item, other] }).subject).toBe(create({ kind: "digest" }).subject);
  expect(create({ kind: "digest" }).subject).not.toContain("reply");
});

test("an email names each notification with its link, as text and as HTML without markup of readers", () => {
  const { text, html } = create({ items: [item, other] });
  expect(text).toMatch(/^Salam Amina/);
  expect(text).toContain(
    "“One” & two\n\nhttps://books.example/book/1?a=1&b=2\n\nA book\n\nhttps://books.example/book/2\n\n",
  );
  expect(html).toMatch(/<html lang="en" dir="ltr">.*Salam Amina.*A &#60;new&#62;.*“One” &#38; two.*A book/s);
  expect([...html.matchAll(/<a href="([^"]+)">([^<]+)/g)].map(([, url, label]) => [url, label])).toEqual([
    ["https://books.example/book/1?a=1&#38;b=2", "Open"],
    ["https://books.example/book/2", "Open"],
    [expect.stringMatching("^https://books.example/api/mail/unsubscribe/"), "Maktaba"],
    Array(2).fill("https://books.example/notifications-settings"),
  ]);
  expect(create({ language: "ar" }).html).toContain('<html lang="ar" dir="rtl">');
});

test("an email that cannot be stopped links to the settings only", () => {
  const { text, html, headers } = create({ kind: null });
  expect(headers).toEqual({});
  expect(text + html).not.toContain("unsubscribe/");
});
