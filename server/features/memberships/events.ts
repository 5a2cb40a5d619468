import * as z from "zod/mini";
import { ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { verifyEvent } from "./stripe.ts";

const Id = z.string().check(z.regex(/^[\w-]{1,255}$/));
/** An object, or only its id. */
const Reference = z.optional(z.nullable(z.union([Id, z.object({ id: Id })])));

const Event = z.object({
  id: Id,
  type: z.string().check(z.regex(/^[\w.-]{1,255}$/)),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const SubscriptionObject = z.object({ id: Id });
const RelatedObject = z.object({
  subscription: Reference,
  parent: z.optional(
    z.nullable(
      z.object({ subscription_details: z.optional(z.nullable(z.object({ subscription: Reference }))) }),
    ),
  ),
});

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The subscription that it is about; null for other events. */
  readonly subscriptionId: string | null;
}

/** @throws {ProblemError} `invalid_input` for a wrong signature and for a malformed event */
export async function parseEvent(
  services: Pick<Services, "settings" | "clock">,
  body: Uint8Array,
  signature: string,
): Promise<ProviderEvent> {
  const signed: unknown = await verifyEvent(services, body, signature).catch(() => {
    throw new ProblemError("invalid_input", "signature_invalid");
  });
  const event = parse(Event, signed);
  return { id: event.id, type: event.type, subscriptionId: findSubscriptionId(event) };
}

function findSubscriptionId({ type, data }: z.infer<typeof Event>): string | null {
  if (type.startsWith("customer.subscription.")) return parse(SubscriptionObject, data.object).id;
  if (!/^(checkout\.session|invoice)\./.test(type)) return null;
  const { subscription, parent } = parse(RelatedObject, data.object);
  const found = subscription ?? parent?.subscription_details?.subscription ?? null;
  return typeof found === "string" || found === null ? found : found.id;
}

function parse<T extends z.ZodMiniType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProblemError("invalid_input", "request_unreadable");
  return parsed.data;
}
