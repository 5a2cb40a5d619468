import { useParams } from "react-router-dom";
import type * as z from "zod/mini";

/** Thrown while rendering; the shell shows the 404 card. */
export class PageNotFoundError extends Error {
  override readonly name = "PageNotFoundError";
}

/**
 * Parses one route parameter.
 *
 * @throws {PageNotFoundError} when it is invalid
 */
export function useRouteParam<T extends z.ZodMiniType>(name: string, type: T): z.output<T> {
  const parsed = type.safeParse(useParams()[name]);
  if (!parsed.success) throw new PageNotFoundError();
  return parsed.data;
}
