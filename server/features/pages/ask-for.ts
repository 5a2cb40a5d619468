import { addressOf } from "#shared/kernel/call.ts";
import type { InputOf, RouteContract } from "#shared/kernel/contract.ts";
import { answerGuest } from "#server/http/implement.ts";
import type { Ask } from "#server/http/page-head.ts";
import type { Services } from "#server/services.ts";

/** A call that a page's screen makes as soon as it opens, as the screen's own query names it. */
export function askFor<C extends RouteContract & { readonly access: "guest"; readonly method: "GET" }>(
  services: Services,
  contract: C,
  input: InputOf<C>,
): Ask {
  return { address: addressOf(contract, input), answer: () => answerGuest(services, contract, input) };
}
