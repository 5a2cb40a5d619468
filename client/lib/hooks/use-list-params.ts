import { useSearchParams } from "react-router-dom";
import * as z from "zod/mini";

/**
 * The filters of a list, kept in the URL. Invalid values count as no filters.
 *
 * @returns the filters and a setter for one of them; an empty value removes it
 */
export function useListParams<Filters extends z.ZodMiniType<object>>(
  schema: Filters,
): readonly [Partial<z.output<Filters>>, (name: keyof z.output<Filters> & string, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const parsed = z.safeParse(schema, Object.fromEntries(params));
  const set = (name: string, value: string) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [parsed.success ? (parsed.data as Partial<z.output<Filters>>) : {}, set];
}
