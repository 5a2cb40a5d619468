import type { Request, Response } from "express";
import type { FeatureContract, FeatureStreams, RouteContract } from "#shared/api/contract.ts";
import type { FormRoute } from "./multipart-body.ts";
import { toPathPattern } from "./path-pattern.ts";
import { ProblemError, reason } from "./problem.ts";
import { readBody } from "./read-body.ts";

/** Matches routes that accept an audio body. */
export function audioRoutes(...features: readonly FeatureContract[]): FormRoute {
  const routes = features
    .flatMap((contracts) => Object.values(contracts))
    .filter(({ audio }) => audio !== undefined)
    .map(({ method, path }) => ({ method, pattern: toPathPattern(path) }));
  return ({ method, path }) => routes.some((route) => route.method === method && route.pattern.test(path));
}

/** Matches routes that read the unparsed body. */
export function rawRoutes(...features: readonly FeatureContract[]): FormRoute {
  const routes = features
    .flatMap((contracts) => Object.values(contracts))
    .filter(({ raw }) => raw !== undefined)
    .map(({ method, path }) => ({ method, pattern: toPathPattern(path) }));
  return ({ method, path }) => routes.some((route) => route.method === method && route.pattern.test(path));
}

/** Matches routes that any origin may call. */
export function oneClickRoutes(...features: readonly FeatureStreams[]): FormRoute {
  const routes = features
    .flatMap((contracts) => Object.values(contracts))
    .filter(({ oneClick }) => oneClick)
    .map(({ method, path }) => ({ method, pattern: toPathPattern(path) }));
  return ({ method, path }) => routes.some((route) => route.method === method && route.pattern.test(path));
}

/** Matches routes that accept a chunk of the tus protocol. */
export function tusRoutes(...features: readonly FeatureStreams[]): FormRoute {
  const routes = features
    .flatMap((contracts) => Object.values(contracts))
    .filter(({ tus, method }) => tus && method === "PATCH")
    .map(({ path }) => toPathPattern(path));
  return ({ method, path, headers }) =>
    method === "PATCH" &&
    headers["content-type"] === tusChunkType &&
    routes.some((route) => route.test(path));
}

/** Pages of other sites cannot send this type without a preflight. */
const tusChunkType = "application/offset+octet-stream";

/**
 * Some programs send audio as octet-stream. Pages of other sites can send neither type without a preflight.
 */
export const isAudioType = (type: unknown): boolean =>
  typeof type === "string" && /^(audio\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i.test(type);

export const unsupportedAudioType = () => new ProblemError("unsupported_type", "audio_body_required");

/**
 * Reads an audio body.
 *
 * @throws {ProblemError} `too_large`, or `unsupported_type`
 */
export async function readAudioBody(
  { req, res }: { readonly req: Request; readonly res: Response },
  { maxBytes }: NonNullable<RouteContract["audio"]>,
): Promise<Blob> {
  const encoding = req.headers["content-encoding"];
  if (!isAudioType(req.headers["content-type"]) || (encoding !== undefined && encoding !== "identity")) {
    throw unsupportedAudioType();
  }
  const tooLarge = reason("file_too_large", { mb: Math.floor(maxBytes / 1e6) });
  const bytes = await readBody(req, res, maxBytes, tooLarge);
  return new Blob([new Uint8Array(bytes)]);
}
