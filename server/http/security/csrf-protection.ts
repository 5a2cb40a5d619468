import type { Request, RequestHandler } from "express";
import { isAudioType, unsupportedAudioType } from "#server/http/api/audio-body.ts";
import type { FormRoute } from "#server/http/api/multipart-body.ts";
import { forbidden, notFound, ProblemError } from "#server/http/api/problem.ts";
import type { Settings } from "#server/settings.ts";

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const writes: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Whether a method changes state. */
export const isWriteMethod = (method: string) => writes.has(method);

export function createCsrfProtection(
  { origins }: Pick<Settings, "origins">,
  acceptsForm: FormRoute = () => false,
  acceptsAudio: FormRoute = () => false,
  acceptsChunk: FormRoute = () => false,
  acceptsOneClick: FormRoute = () => false,
): RequestHandler {
  const allowedOrigins: ReadonlySet<string> = new Set(origins);
  return (req, _res, next) => {
    if (safeMethods.has(req.method)) return next();
    if (!writes.has(req.method)) throw notFound("page");
    if (acceptsOneClick(req)) return next();
    const { origin, referer } = req.headers;
    const site = req.headers["sec-fetch-site"];
    if (origin !== undefined) {
      if (!allowedOrigins.has(origin)) throw crossOriginError();
    } else if (site !== undefined && site !== "same-origin") {
      throw crossOriginError();
    }
    if (referer !== undefined && !allowedOrigins.has(getOrigin(referer))) throw crossOriginError();
    // Any site can submit a form without preflight: the Origin must be ours.
    if (acceptsForm(req) && (origin ?? site) !== undefined) return next();
    if (acceptsChunk(req)) return next();
    if (acceptsAudio(req)) {
      rejectNoAudio(req.headers["content-type"]);
      return next();
    }
    if (!isSignOutForm(req)) rejectOtherTypes(req.headers);
    next();
  };
}

/** `/api/logout` accepts a form without fields; its Origin is checked like any other. */
function isSignOutForm({ path, headers }: Request): boolean {
  return path === "/api/auth/logout" && headers["content-length"] === "0" && headers.origin !== undefined;
}

function rejectNoAudio(type: unknown): void {
  if (type !== undefined && !isAudioType(type) && !isJson(type)) throw unsupportedAudioType();
}

/** Forms of other sites cannot send JSON, and scripts only after a preflight. */
function rejectOtherTypes(headers: Readonly<Record<string, unknown>>): void {
  const type = headers["content-type"];
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (type === undefined ? hasBody : !isJson(type)) {
    throw new ProblemError("unsupported_type", "json_required");
  }
}

/** `application/json` or a type with `+json`, optionally with UTF-8 as its charset; forms can send neither. */
function isJson(type: unknown): boolean {
  return (
    typeof type === "string" && /^application\/(?:[\w.-]+\+)?json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)
  );
}

function getOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}

const crossOriginError = () => forbidden("other_site");
