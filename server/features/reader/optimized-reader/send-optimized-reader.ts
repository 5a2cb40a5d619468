import path from "node:path";
import type { Request, Response } from "express";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { problemStatus } from "#shared/api/problem.ts";
import { localizeProductName } from "#shared/api/product.ts";
import type { optimizedReaderStreams } from "#shared/reader/optimized-reader.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { sendHtml } from "#server/http/pages/send-html.ts";
import { findKey, translate } from "#server/i18n/translate.ts";
import { clientFolder } from "#server/project-root.ts";
import type { Services } from "#server/services.ts";
import { getOptimizedReaderCsp, type OptimizedView, renderOptimizedHtml } from "./html.ts";
import { openOptimizedReader } from "./service.ts";
import { findTypeface } from "./typeface.ts";
import { createMessageView, type Visitor } from "./view-model.ts";

export async function getOptimizedReader(
  context: GuestHttpContext,
  { query }: InputOf<typeof optimizedReaderStreams.getOptimizedReader>,
): Promise<void> {
  const { req, res } = context;
  const language = getRequestLanguage(req);
  const visitor: Visitor = {
    user: context.user,
    language,
    userAgent: req.headers["user-agent"] ?? "",
    productName: localizeProductName(context.settings.productName, language),
    typefaceUrl: await findTypeface(path.join(clientFolder, "assets")),
  };
  try {
    const { bookId } = query;
    if (Array.isArray(bookId)) throw notFound("book");
    const requested = {
      bookId,
      at: toSingle(query.at),
      chapter: parseCount(toSingle(query.chapter)),
      part: parseCount(toSingle(query.part)),
    };
    const result = await openOptimizedReader(context, visitor, {
      ...requested,
      pageOptions: { pictures: query.pictures === "1", typeface: query.typeface === "1" },
    });
    if ("movedTo" in result) return res.redirect(302, result.movedTo);
    await sendPage(context, result.view, { req, res });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === "unauthenticated") return res.redirect(302, getSignInPath(req.originalUrl));
    if (req.accepts(["application/json", "text/html"]) !== "text/html") throw error;
    await sendPage(context, createRejectionView(visitor, error), { req, res });
  }
}

const toSingle = (value: string | readonly string[] | undefined) =>
  typeof value === "string" ? value : undefined;

/** Parsed from a 1-based number; undefined when invalid. */
function parseCount(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

function createRejectionView(visitor: Visitor, { code }: ProblemError): OptimizedView {
  const key = findKey(`textReader.${code}`) ?? "textReader.unavailable";
  return createMessageView(visitor, translate(visitor.language, key), problemStatus[code]);
}

async function sendPage(
  { settings }: Services,
  view: OptimizedView,
  { req, res }: { readonly req: Request; readonly res: Response },
): Promise<void> {
  res.setHeader("Content-Security-Policy", getOptimizedReaderCsp(settings.origins, view.typeface));
  res.setHeader("Referrer-Policy", "no-referrer");
  res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  res.setHeader("Cache-Control", "private, no-cache");
  await sendHtml({ req, res }, renderOptimizedHtml(view), { status: view.status });
}
