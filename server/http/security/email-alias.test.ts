import { expect, test } from "vitest";
import { removeAlias } from "./email-alias.ts";

test.each([
  ["a.m.i.na+1@gmail.com", "amina@gmail.com"],
  ["amina@googlemail.com", "amina@gmail.com"],
  ["a.mina+books@example.org", "a.mina@example.org"],
  ["amina@example.org", "amina@example.org"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(removeAlias(email)).toBe(mailbox);
});
