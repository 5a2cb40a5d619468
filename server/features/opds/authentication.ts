import type { ErrorRequestHandler } from "express";
import type { Language } from "#shared/api/language.ts";
import type { Problem } from "#shared/api/problem.ts";
import { opdsMediaTypes, opdsRoots } from "#shared/opds/contract.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { createTranslator } from "#server/i18n/translate.ts";
import type { Settings } from "#server/settings.ts";

/** How apps sign in (Authentication for OPDS 1.0). */
export function createAuthenticationDocument(
  { origins: [origin], productName }: Pick<Settings, "origins" | "productName">,
  language: Language,
): object {
  const t = createTranslator(language);
  const toLink = (rel: string, href: string, type: string) => ({ rel, href: origin + href, type });
  return {
    id: `${origin}/opds/authentication.json`,
    title: productName,
    description: t("opds.authenticationAbout"),
    links: [
      toLink("start", opdsRoots.json, opdsMediaTypes.feed),
      toLink("start", opdsRoots.atom, opdsMediaTypes.navigation),
      toLink("http://opds-spec.org/shelf", `${opdsRoots.json}/library`, opdsMediaTypes.feed),
      toLink("help", "/settings?part=apps", "text/html"),
      toLink("register", "/auth", "text/html"),
    ],
    authentication: [
      {
        type: "http://opds-spec.org/auth/basic",
        labels: { login: t("opds.loginLabel") },
      },
    ],
  };
}

/** Answers a caller without credentials with the document that tells how to sign in, which is also a problem. */
export function createChallengeHandler(
  settings: Pick<Settings, "origins" | "productName">,
): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (!(error instanceof ProblemError && error.code === "unauthenticated") || res.headersSent)
      return next(error);
    res.setHeader(
      "WWW-Authenticate",
      `Basic realm="${settings.productName.replace(/[^\w ]/g, "")}", charset="UTF-8"`,
    );
    res.status(401).setHeader("Content-Type", opdsMediaTypes.authentication);
    const { code, message } = error;
    const problem = { code, message, requestId: req.id } satisfies Problem;
    res.end(
      JSON.stringify({ ...problem, ...createAuthenticationDocument(settings, getRequestLanguage(req)) }),
    );
  };
}
