import type { Request } from "express";
import type { User } from "#shared/accounts/user.ts";
import { getDirection, type Language } from "#shared/api/language.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { endSession } from "#server/http/session/session.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import { getAreaLog } from "#server/logging/log.ts";

/** Ends the session of this browser, if any. The form of `leave` is redirected to the landing page. */
export async function signOut(context: GuestHttpContext): Promise<void> {
  const { req, res } = context;
  const { id: userId } = (req.user ?? {}) as Partial<User>;
  await endSession(context, req, res);
  if (userId) getAreaLog(context.log, "auth").info({ event: "sign-out", userId }, "signed out");
  if (req.headers["sec-fetch-mode"] === "navigate") res.redirect(303, "/");
}

/**
 * Handles navigation to `/api/logout`. A link on our own site signs out and redirects to the landing page,
 * even after a failure; anything else, such as an image on another site, gets a page with a button.
 */
export async function logout(context: GuestHttpContext): Promise<void> {
  const { req, res } = context;
  if (isOwnNavigation(req)) {
    try {
      await signOut(context);
    } catch (error) {
      getAreaLog(context.log, "auth").error({ err: error }, "a sign-out failed");
      res.redirect(303, "/");
    }
    return;
  }
  const policy = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
  res.setHeader("Content-Security-Policy", policy);
  res.type("html").send(signOutPage(context.settings.productName, getRequestLanguage(req)));
}

function isOwnNavigation({ headers }: Request): boolean {
  const site = headers["sec-fetch-site"];
  const isNavigation = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return isNavigation && (site === "same-origin" || site === "none");
}

function signOutPage(productName: string, language: Language): string {
  const name = productName.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  const t = createTranslator(language);
  const title = t("signOut.title");
  return `<!doctype html>
<html lang="${language}" dir="${getDirection(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} - ${name}</title>
<h1>${t("signOut.question", { product: name })}</h1>
<form method="post" action="/api/auth/logout"><button>${title}</button></form>
<p><a href="/">${t("signOut.stay")}</a></p>
</html>
`;
}
