import type { InputOf, RouteContract } from "#shared/api/contract.ts";
import { getUrl } from "#shared/api/http-client.ts";
import { callAsGuest } from "#server/http/api/bind-contract.ts";
import type { InlinedCall } from "#server/http/pages/page-meta.ts";
import type { Services } from "#server/services.ts";

/** The services of a page, which may read from the replica. */
export interface PageServices extends Services {
  /** Those of its calls, which choose for themselves when the page is sent. */
  readonly callServices: Services;
}

/** An API call whose reply the page carries, with the URL that the client's query uses. */
export function createInlinedCall<
  C extends RouteContract & { readonly access: "guest"; readonly method: "GET" },
>({ callServices }: PageServices, contract: C, input: InputOf<C>): InlinedCall {
  return { url: getUrl(contract, input), getReply: () => callAsGuest(callServices, contract, input) };
}
