import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { CallError, request } from "#shared/api/http-client.ts";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { sessionQuery } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { toast } from "#client/ui/overlays/toast.ts";

export const staleTimeMs = 600_000;
export const gcTimeMs = 1_800_000;
export const retryDelayMs = 2000;
export const redirectDelayMs = 500;

const redirectingPaths: ReadonlySet<unknown> = new Set(
  [
    booksContract.listLatest,
    booksContract.listTopRated,
    booksContract.listComingSoon,
    booksContract.listGenres,
    libraryContract.listLibrary,
  ].map(({ path }) => path),
);

/** The query cache, with the durations of ADR 61. */
export function createQueryClient(
  navigate: (url: string) => void = (url) => location.assign(url),
): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (!isSignedOut(error)) return;
        if (queryKey[0] !== sessionQuery.queryKey[0]) {
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        }
        if (redirectingPaths.has(queryKey[0]) && /Unauthorized/.test(error.message)) signInAgain(navigate);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, { meta }) => {
        if (meta?.handlesErrors) return;
        toast({ tone: "destructive", title: getErrorMessage(error) });
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => fetchByQueryKey(queryKey, signal),
        staleTime: staleTimeMs,
        gcTime: gcTimeMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        refetchOnMount: ({ state }) => (state.isInvalidated ? "always" : false),
        retry: shouldRetry,
        // Without a network the query waits for it at once.
        get retryDelay() {
          return navigator.onLine ? retryDelayMs : 0;
        },
        // The service worker answers from kept books without a network.
        get networkMode() {
          return hasKeptBooks() ? "offlineFirst" : "online";
        },
      },
      // Mutations fail immediately when offline, so that the screen can show it.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}

/** 4xx responses are not retried, everything else is retried once. */
export function shouldRetry(failures: number, error: Error): boolean {
  const isRejected = error instanceof CallError && error.status >= 400 && error.status < 500;
  return !isRejected && failures < 1;
}

/** Fetches the URL formed by the parts of a query key; a 401 returns null. */
export async function fetchByQueryKey(key: QueryKey, signal?: AbortSignal): Promise<unknown> {
  try {
    return await request("GET", key.join("/"), undefined, signal ? { signal } : {});
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

let isNavigating = false;

function signInAgain(navigate: (url: string) => void): void {
  if (isNavigating) return;
  isNavigating = true;
  toast({ tone: "destructive", title: t("shell.unauthorized"), description: t("shell.reauthenticating") });
  const returnTo = encodeURIComponent(location.pathname + location.search);
  setTimeout(() => {
    isNavigating = false;
    navigate(`/api/login?returnTo=${returnTo}`);
  }, redirectDelayMs);
}

function isSignedOut(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 401;
}
