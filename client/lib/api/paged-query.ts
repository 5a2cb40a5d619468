import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from "@tanstack/react-query";
import type { InputOf, ReplyOf, RouteContract } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { getNextCursor } from "#client/lib/urls/link-header.ts";
import { getInlinedReply, getQueryKey, getQueryMeta } from "./query.ts";

/** A reply that is an array is a page whose next cursor is in the `Link` header. */
interface LinkedPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** A page as it is cached. */
export type PageOf<C extends RouteContract> =
  ReplyOf<C> extends readonly (infer Row)[] ? LinkedPage<Row> : ReplyOf<C>;

/** A row of a list: an element of the reply, or of its property that the contract names in `rows`. */
export type RowOf<C extends RouteContract> =
  ReplyOf<C> extends readonly (infer Row)[]
    ? Row
    : C extends { readonly rows: infer Name extends keyof ReplyOf<C> }
      ? ReplyOf<C>[Name] extends readonly (infer Row)[]
        ? Row
        : never
      : never;

/** Rows of a list need an `id`, unless the contract has a `rowKey`. */
export type PagedContract<C extends RouteContract> = C &
  (C extends { readonly rowKey: unknown }
    ? unknown
    : RowOf<C> extends { readonly id: string }
      ? unknown
      : never);

/** Loads more rows at one end of a list. */
export interface MoreRows {
  readonly isLoading: boolean;
  /** Null unless the last attempt failed. */
  readonly error: unknown;
  readonly load: () => void;
}

/** The loaded rows of a list, and how to get more. */
export interface PagedQuery<Row, Page = unknown> {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly first: Page | undefined;
  readonly getKey: (row: Row) => string;
  readonly error: unknown;
  readonly isError: boolean;
  readonly isPaused: boolean;
  /** The rows of the previous filters are shown. */
  readonly isPlaceholder: boolean;
  readonly refetch: () => unknown;
  /** Null at the end of the list. */
  readonly next: MoreRows | null;
  /** Null at the start of the list. */
  readonly previous: MoreRows | null;
}

/** Query options of a list, whose pages are fetched by cursor. */
export function pagedQuery<C extends RouteContract>(contract: C, input: InputOf<C>) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(contract, input), "pages"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchPage(contract, input, pageParam, signal),
    getNextPageParam: (page: PageOf<C>) => (page as { nextCursor: string | null }).nextCursor,
    initialData: () => {
      const first = contract.rows ? getInlinedReply(contract, input) : undefined;
      return first && { pages: [first as PageOf<C>], pageParams: [null as string | null] };
    },
    meta: getQueryMeta(contract),
  });
}

interface PagedQueryOptions {
  /** Shows the rows of the previous filters until those of the new ones arrive. */
  readonly keepsPrevious?: boolean;
  readonly staleTime?: number;
  readonly refetchOnMount?: boolean;
}

/** A list of a contract: `<PagedList query={usePagedQuery(booksContract.listBooks, { query })}>`. */
export function usePagedQuery<C extends RouteContract>(
  contract: PagedContract<C>,
  input: InputOf<C>,
  { keepsPrevious = false, ...options }: PagedQueryOptions = {},
): PagedQuery<RowOf<C>, PageOf<C>> {
  const result = useInfiniteQuery({
    ...pagedQuery<C>(contract, input),
    ...options,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
  const { rows = "rows", rowKey } = contract;
  return toPagedQuery(result, {
    getRows: (page) => (page as Readonly<Record<string, readonly RowOf<C>[]>>)[rows] ?? [],
    getKey:
      (rowKey as ((row: RowOf<C>) => string) | undefined) ?? ((row) => (row as { readonly id: string }).id),
  });
}

interface RowAccess<Row, Page> {
  readonly getRows: (page: Page) => readonly Row[];
  readonly getKey: (row: Row) => string;
}

/** For lists that are not fetched by cursor. */
export function toPagedQuery<Row, Page>(
  result: UseInfiniteQueryResult<InfiniteData<Page, unknown>>,
  { getRows, getKey }: RowAccess<Row, Page>,
): PagedQuery<Row, Page> {
  const { data, error, isError, isPaused, isPlaceholderData, refetch } = result;
  const all = data?.pages.flatMap(getRows);
  return {
    // A row that moved between two requests is in both pages.
    rows: all && [...new Map(all.map((row) => [getKey(row), row])).values()],
    first: data?.pages[0],
    getKey,
    error,
    isError,
    isPaused,
    isPlaceholder: isPlaceholderData,
    refetch,
    next: result.hasNextPage
      ? {
          isLoading: result.isFetchingNextPage,
          error: result.isFetchNextPageError ? error : null,
          load: () => void result.fetchNextPage(),
        }
      : null,
    previous: result.hasPreviousPage
      ? {
          isLoading: result.isFetchingPreviousPage,
          error: result.isFetchPreviousPageError ? error : null,
          load: () => void result.fetchPreviousPage(),
        }
      : null,
  };
}

async function fetchPage<C extends RouteContract>(
  contract: C,
  input: InputOf<C>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<PageOf<C>> {
  let link: string | null = null;
  const reply = await call(contract, withCursor(input, cursor), {
    signal,
    onHeaders: (headers) => {
      link = headers.get("Link");
    },
  });
  return (Array.isArray(reply) ? { rows: reply, nextCursor: getNextCursor(link) } : reply) as PageOf<C>;
}

function withCursor<I>(input: I, cursor: string | null): I {
  return cursor ? { ...input, query: { ...(input as { query?: object }).query, cursor } } : input;
}
