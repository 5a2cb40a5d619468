import type { Response } from "express";
import type { RouteContract } from "#shared/api/contract.ts";
import { getUrl } from "#shared/api/http-client.ts";

/** Adds the `Link` header with the next page (RFC 8288). */
export function addNextLink(
  res: Response,
  contract: RouteContract,
  query: object,
  nextCursor: string | null,
): void {
  if (nextCursor === null) return;
  const url = getUrl(contract, { query: { ...query, cursor: nextCursor } } as never);
  res.setHeader("Link", `<${url}>; rel="next"`);
}
