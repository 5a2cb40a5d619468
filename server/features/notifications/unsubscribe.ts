import { createHmac, timingSafeEqual } from "node:crypto";
import type { Response } from "express";
import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getDirection, type Language } from "#shared/api/language.ts";
import { NotificationSettingType } from "#shared/notifications/contract.ts";
import type { mailStreams } from "#shared/notifications/mail.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { escapeHtml } from "#server/http/pages/escape-html.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { Settings } from "#server/settings.ts";
import { setDigestOff } from "./digest-queries.ts";
import { saveChannels } from "./settings.ts";

/** The emails of one setting, or the digest. */
export type MailKind = z.infer<typeof NotificationSettingType> | "digest";

const Claim = z.tuple([UserId, z.union([NotificationSettingType, z.literal("digest")])]);

const sign = ({ secret }: Pick<Settings, "secret">, claim: string) =>
  createHmac("sha256", `unsubscribe ${secret}`).update(claim).digest();

/** A token that ends the emails of one kind to one user, and can do nothing else. */
export function createUnsubscribeToken(
  settings: Pick<Settings, "secret">,
  userId: UserId,
  kind: MailKind,
): string {
  const claim = Buffer.from(JSON.stringify([userId, kind])).toString("base64url");
  return `${claim}.${sign(settings, claim).toString("base64url")}`;
}

/** @throws {ProblemError} `not_found` for a token that is not ours */
export function readUnsubscribeToken(
  settings: Pick<Settings, "secret">,
  token: string,
): z.infer<typeof Claim> {
  const [claim = "", signature = ""] = token.split(".");
  const [expected, received] = [sign(settings, claim), Buffer.from(signature, "base64url")];
  if (expected.length !== received.length || !timingSafeEqual(expected, received)) throw notFound("token");
  return Claim.parse(JSON.parse(Buffer.from(claim, "base64url").toString()));
}

/** @throws {ProblemError} `not_found` for a token that is not ours */
export function getUnsubscribePage(
  { settings, req, res }: GuestHttpContext,
  { params: { token } }: InputOf<typeof mailStreams.getUnsubscribePage>,
): void {
  readUnsubscribeToken(settings, token);
  sendHtml(res, unsubscribePage(getRequestLanguage(req), settings.productName, false));
}

/** @throws {ProblemError} `not_found` for a token that is not ours */
export async function unsubscribe(
  { db, settings, req, res }: GuestHttpContext,
  { params: { token } }: InputOf<typeof mailStreams.unsubscribe>,
): Promise<void> {
  const [userId, kind] = readUnsubscribeToken(settings, token);
  if (kind === "digest") await db.transaction((tx) => setDigestOff(tx, userId));
  else await saveChannels(db, userId, { type: kind, email: false });
  sendHtml(res, unsubscribePage(getRequestLanguage(req), settings.productName, true));
}

const sendHtml = (res: Response, page: string) => res.type("text/html; charset=utf-8").send(page);

/** A page that works without scripts and without a session. */
function unsubscribePage(language: Language, productName: string, isStopped: boolean): string {
  const t = createTranslator(language);
  const title = t(isStopped ? "notificationEmail.stopped" : "notificationEmail.stopQuestion");
  const form = isStopped
    ? ""
    : `<form method="post"><button>${escapeHtml(t("notificationEmail.stop"))}</button></form>`;
  return [
    `<!doctype html><html lang="${language}" dir="${getDirection(language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(productName)}: ${escapeHtml(title)}</title></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(t("notificationEmail.stoppedHint"))}</p>${form}<p><a href="/notifications-settings">${escapeHtml(productName)}</a></p></main></body></html>`,
  ].join("");
}
