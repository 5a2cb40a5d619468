import type { InputOf, RouteContract } from "#shared/api/contract.ts";
import { getAddress } from "#shared/api/http-client.ts";
import { callAsGuest } from "#server/http/api/bind-contract.ts";
import type { Ask } from "#server/http/pages/page-meta.ts";
import type { Services } from "#server/services.ts";

/** A call that a page's screen makes as soon as it opens, as the screen's own query names it. */
export function askFor<C extends RouteContract & { readonly access: "guest"; readonly method: "GET" }>(
  services: Services,
  contract: C,
  input: InputOf<C>,
): Ask {
  return { address: getAddress(contract, input), answer: () => callAsGuest(services, contract, input) };
}
