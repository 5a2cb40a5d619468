import {
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  getChanges,
  getReads,
  type InputOf,
  type ReplyOf,
  type RouteContract,
} from "#shared/api/contract.ts";
import { CallError, type CallOptions, call, decodeReply, getUrl } from "#shared/api/http-client.ts";
import type { Topic } from "#shared/api/topics.ts";
import { withReasonTexts } from "./error-message.ts";
import { takeInlinedReply } from "./inlined-replies.ts";
import { tabHeaders } from "./tab.ts";
import {
  type ChangeInfo,
  deleteWaitingChange,
  isWaiting,
  storeChange,
  waitingReply,
} from "./waiting-change.ts";

/** The cache key of a contract, or of one call of it. */
export function getQueryKey<C extends RouteContract>(contract: C, input?: InputOf<C>): QueryKey {
  return input === undefined ? [contract.path] : [contract.path, input];
}

/** The topics that a query shows, for queries whose function is written by hand. */
export const getQueryMeta = (contract: RouteContract) => ({ reads: getReads(contract) });

/** Query options for a contracted GET: `useQuery(query(booksContract.getBook, { params }))`. */
export function query<C extends RouteContract>(contract: C, input: InputOf<C>) {
  return queryOptions<ReplyOf<C>>({
    queryKey: getQueryKey(contract, input),
    queryFn: ({ signal }) => call(contract, input, { signal }),
    initialData: () => getInlinedReply(contract, input),
    meta: getQueryMeta(contract),
  });
}

/** The reply that the server inlined into the page, if any. */
export function getInlinedReply<C extends RouteContract>(
  contract: C,
  input: InputOf<C>,
): ReplyOf<C> | undefined {
  try {
    const reply = takeInlinedReply(getUrl(contract, input));
    return reply === undefined ? undefined : decodeReply(contract, reply);
  } catch {
    // A disabled query may have no URL; an invalid reply is fetched again.
    return undefined;
  }
}

/**
 * Refetches the shown queries that read one of these topics, and others when they are shown again.
 *
 * @param options `refetchType: "none"` to refetch only those that are shown again
 */
export function invalidateTopics(
  client: QueryClient,
  changed: readonly Topic[],
  { except, ...options }: { readonly refetchType?: "active" | "none"; readonly except?: RouteContract } = {},
): Promise<void> {
  if (changed.length === 0) return Promise.resolve();
  const isAffected = ({ meta, queryKey }: Query) =>
    queryKey[0] !== except?.path && (meta?.reads?.some((topic) => changed.includes(topic)) ?? false);
  if (options.refetchType !== "none") {
    // A first fetch that began before the change would be taken for the refetch.
    for (const query of client.getQueryCache().findAll({ type: "active", predicate: isAffected })) {
      if (query.state.data === undefined) void query.cancel({ silent: true });
    }
  }
  return client.invalidateQueries({ predicate: isAffected, ...options });
}

interface MutationOptions extends CallOptions {
  readonly handlesErrors?: boolean;
  /** Mutations with the same name are sent one after the other. */
  readonly queue?: string;
  /** The query whose data the caller sets itself. */
  readonly replaces?: RouteContract;
}

interface ContractMutationOptions<C extends RouteContract> extends MutationOptions {
  /** Without a connection the change waits on this device; the reply is then `waitingReply`. */
  readonly waitsAs?: (input: InputOf<C>) => ChangeInfo;
}

/** A mutation that calls a contract and then refetches the queries that show what it changed. */
export function useContractMutation<C extends RouteContract>(
  contract: C,
  { handlesErrors = false, queue, replaces, headers, waitsAs, ...options }: ContractMutationOptions<C> = {},
) {
  const client = useQueryClient();
  const send = (input: InputOf<C>) =>
    withReasonTexts(call(contract, input, { ...options, headers: { ...headers, ...tabHeaders } }));
  return useMutation({
    mutationFn: (input: InputOf<C>) =>
      waitsAs ? sendOrStore(contract, input, waitsAs(input), send) : send(input),
    onSuccess: (reply) =>
      isWaiting(reply)
        ? undefined
        : invalidateTopics(client, getChanges(contract), replaces ? { except: replaces } : {}),
    meta: { handlesErrors },
    ...(queue && { scope: { id: queue } }),
  });
}

async function sendOrStore<C extends RouteContract>(
  contract: C,
  input: InputOf<C>,
  info: ChangeInfo,
  send: (input: InputOf<C>) => Promise<ReplyOf<C>>,
): Promise<ReplyOf<C>> {
  try {
    const reply = await send(input);
    deleteWaitingChange(info.subject);
    return reply;
  } catch (error) {
    if (error instanceof CallError || !storeChange(contract, input as object, info)) throw error;
    return waitingReply as never;
  }
}

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { readonly reads?: readonly Topic[] };
    mutationMeta: { readonly handlesErrors?: boolean };
  }
}
