import type { Request, Response } from "express";
import type { FeatureContract, RouteContract } from "#shared/api/contract.ts";
import { toPathPattern } from "./path-pattern.ts";
import { ProblemError, reason } from "./problem.ts";
import { readBody } from "./read-body.ts";

const maxOverheadBytes = 16_384;

export type FormRoute = (req: Pick<Request, "method" | "path" | "headers">) => boolean;

/** Matches routes that accept a form. */
export function formRoutes(...features: readonly FeatureContract[]): FormRoute {
  const routes = features
    .flatMap((contracts) => Object.values(contracts))
    .filter(({ upload }) => upload !== undefined)
    .map(({ method, path }) => ({ method, pattern: toPathPattern(path) }));
  return ({ method, path, headers }) =>
    isForm(headers["content-type"]) &&
    routes.some((route) => route.method === method && route.pattern.test(path));
}

const isForm = (type: unknown) => typeof type === "string" && /^multipart\/form-data\s*;/i.test(type);

/**
 * Reads the single file of a form.
 *
 * @throws {ProblemError} `too_large`, or `invalid_input` without exactly one file
 */
export async function readFormFile(
  { req, res }: { readonly req: Request; readonly res: Response },
  { maxBytes }: NonNullable<RouteContract["upload"]>,
): Promise<Blob> {
  if (!isForm(req.headers["content-type"])) throw withoutFile();
  const tooLarge = reason("file_too_large", { mb: Math.floor(maxBytes / 1e6) });
  const bytes = await readBody(req, res, maxBytes + maxOverheadBytes, tooLarge);
  const form = await parse(bytes, req.headers["content-type"] ?? "");
  const file = form.get("file");
  if (!(file instanceof Blob) || [...form.keys()].length !== 1) throw withoutFile();
  if (file.size > maxBytes) throw new ProblemError("too_large", tooLarge);
  return file;
}

function parse(bytes: Buffer, type: string): Promise<FormData> {
  return new globalThis.Response(new Uint8Array(bytes), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => {
      throw withoutFile();
    });
}

const withoutFile = () => new ProblemError("invalid_input", "form_with_one_file", { file: "file_required" });
