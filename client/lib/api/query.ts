import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { InputOf, ReplyOf, RouteContract } from "#shared/api/contract.ts";
import { type CallOptions, call, decodeReply, getUrl } from "#shared/api/http-client.ts";
import { withReasonTexts } from "./error-message.ts";
import { takeInlinedReply } from "./inlined-replies.ts";

/** The cache key of a contract, or of one call of it. */
export function getQueryKey<C extends RouteContract>(contract: C, input?: InputOf<C>): QueryKey {
  return input === undefined ? [contract.path] : [contract.path, input];
}

/** Query options for a contracted GET: `useQuery(query(booksContract.getBook, { params }))`. */
export function query<C extends RouteContract>(contract: C, input: InputOf<C>) {
  return queryOptions<ReplyOf<C>>({
    queryKey: getQueryKey(contract, input),
    queryFn: ({ signal }) => call(contract, input, { signal }),
    initialData: () => getInlinedReply(contract, input),
  });
}

type CursorList = RouteContract & {
  readonly response: { readonly _zod: { readonly output: { readonly nextCursor: string | null } } };
};

/**
 * Query options for a paginated list: `useInfiniteQuery(infiniteQuery(booksContract.listBooks, { query }))`.
 */
export function infiniteQuery<C extends CursorList>(contract: C, input: InputOf<C>) {
  return infiniteQueryOptions({
    queryKey: [...getQueryKey(contract, input), "infinite"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => call(contract, withCursor(input, pageParam), { signal }),
    getNextPageParam: (page: ReplyOf<C>) => (page as { nextCursor: string | null }).nextCursor,
    initialData: () => {
      const first = getInlinedReply(contract, input);
      return first && { pages: [first], pageParams: [null] };
    },
  });
}

/** The reply that the server inlined into the page, if any. */
function getInlinedReply<C extends RouteContract>(contract: C, input: InputOf<C>): ReplyOf<C> | undefined {
  try {
    const reply = takeInlinedReply(getUrl(contract, input));
    return reply === undefined ? undefined : decodeReply(contract, reply);
  } catch {
    // A disabled query may have no URL; an invalid reply is fetched again.
    return undefined;
  }
}

export function withCursor<I>(input: I, cursor: string | null): I {
  return cursor ? { ...input, query: { ...(input as { query?: object }).query, cursor } } : input;
}

export async function invalidate(client: QueryClient, contracts: readonly RouteContract[]): Promise<void> {
  await Promise.all(
    contracts.map((contract) => client.invalidateQueries({ queryKey: getQueryKey(contract) })),
  );
}

interface MutationOptions extends CallOptions {
  readonly invalidates?: readonly RouteContract[];
  readonly handlesErrors?: boolean;
}

/** A mutation that calls a contract and then refetches the affected queries. */
export function useContractMutation<C extends RouteContract>(
  contract: C,
  { invalidates = [], handlesErrors = false, ...options }: MutationOptions = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<C>) => withReasonTexts(call(contract, input, options)),
    onSuccess: () => invalidate(client, invalidates),
    meta: { handlesErrors },
  });
}
