import { useParams } from "react-router-dom";
import type * as z from "zod/mini";

/** Thrown while rendering; the shell shows the 404 card. */
export class PageNotFound extends Error {
  override readonly name = "PageNotFound";
}

/**
 * Parses one route parameter.
 *
 * @throws {PageNotFound} when it is invalid
 */
export function useRouteParam<T extends z.ZodMiniType>(name: string, type: T): z.output<T> {
  const parsed = type.safeParse(useParams()[name]);
  if (!parsed.success) throw new PageNotFound();
  return parsed.data;
}
