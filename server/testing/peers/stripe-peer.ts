import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import type { StripeSettings } from "#server/settings.ts";

export interface PeerSubscription {
  id: string;
  customer: string;
  status: string;
  price: string;
  /** Times are seconds since 1970. */
  created: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | null;
  userId: string;
  site: string | null;
}

export interface PeerCheckout {
  id: string;
  status: "open" | "complete" | "expired";
  userId: string;
  price: string;
  subscription: string | null;
}

/**
 * A local server with Stripe's paths, replies and signatures, for the calls of memberships.
 */
export async function startStripePeer() {
  const subscriptions = new Map<string, PeerSubscription>();
  const checkouts = new Map<string, PeerCheckout>();
  const requests: { method: string; path: string; body: URLSearchParams; key: string }[] = [];
  let isDown = false;
  let beforeSending: (method: string, path: string) => void | Promise<void> = () => {};

  const server = createServer(async (req, res) => {
    const body = new URLSearchParams(await read(req));
    const { pathname: path } = new URL(req.url ?? "/", "http://peer");
    const method = req.method ?? "GET";
    requests.push({ method, path, body, key: String(req.headers["idempotency-key"] ?? "") });
    const send = async (status: number, reply: unknown) => {
      const text = JSON.stringify(reply);
      await beforeSending(method, path);
      res.writeHead(status, { "Content-Type": "application/json" });
      res.end(text);
    };
    if (isDown) return send(500, { error: { type: "api_error", message: "down" } });
    const id = path.split("/").at(-1) ?? "";
    if (path === "/v1/checkout/sessions") {
      const created: PeerCheckout = {
        id: `cs_${checkouts.size + 1}`,
        status: "open",
        userId: body.get("client_reference_id") ?? "",
        price: body.get("line_items[0][price]") ?? "",
        subscription: null,
      };
      checkouts.set(created.id, created);
      return send(200, toStripeCheckout(created));
    }
    const [, checkoutId = "", act] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    const checkout = checkouts.get(checkoutId);
    if (checkout) {
      if (act && checkout.status !== "open")
        return send(400, { error: { type: "invalid_request_error", message: "not open" } });
      if (act) checkout.status = "expired";
      return send(200, toStripeCheckout(checkout));
    }
    if (path === "/v1/billing_portal/sessions") {
      return send(200, {
        id: "bps_1",
        object: "billing_portal.session",
        url: "https://billing.stripe.test/me",
      });
    }
    if (path.startsWith("/v1/prices/")) {
      const amount = id === settings.yearly ? 5000 : 500;
      return send(200, { id, object: "price", unit_amount: amount, currency: "eur" });
    }
    if (path === "/v1/subscriptions" && method === "GET") {
      const price = new URL(req.url ?? "/", "http://peer").searchParams.get("price");
      const data = [...subscriptions.values()]
        .filter((each) => each.price === price && !isTerminated(each))
        .map(toStripe);
      return send(200, { object: "list", has_more: false, url: "/v1/subscriptions", data });
    }
    const subscription = subscriptions.get(id);
    if (!subscription || (method === "DELETE" && isTerminated(subscription)))
      return send(404, {
        error: { type: "invalid_request_error", code: "resource_missing", message: "none" },
      });
    if (method === "POST" && isTerminated(subscription))
      return send(400, { error: { type: "invalid_request_error", message: "canceled" } });
    if (method === "POST") subscription.cancelAtPeriodEnd = body.get("cancel_at_period_end") === "true";
    if (method === "DELETE")
      Object.assign(subscription, { status: "canceled", endedAt: subscription.periodStart + 1 });
    await send(200, toStripe(subscription));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  const settings: StripeSettings = {
    secretKey: "sk_test_peer",
    webhookSecret: "whsec_peer",
    monthly: "price_month",
    yearly: "price_year",
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const signer = new Stripe(settings.secretKey);

  return {
    settings,
    requests,
    subscriptions,
    checkouts,
    setDown: (down: boolean) => {
      isDown = down;
    },
    /** Runs when a reply is made, before it is sent. */
    onReply(listener: typeof beforeSending) {
      beforeSending = listener;
    },
    add(
      input: Partial<PeerSubscription> & Pick<PeerSubscription, "id" | "userId" | "periodEnd">,
    ): PeerSubscription {
      const created = {
        customer: "cus_1",
        status: "active",
        price: settings.monthly,
        cancelAtPeriodEnd: false,
        endedAt: null,
        created: input.periodEnd - 30 * 86_400,
        periodStart: input.periodEnd - 30 * 86_400,
        site: null,
        ...input,
      };
      subscriptions.set(created.id, created);
      return created;
    },
    /** A signed event as Stripe sends it. */
    makeEvent(id: string, type: string, subscriptionId: string, at: Date) {
      const object = type.startsWith("customer.subscription.")
        ? { id: subscriptionId, object: "subscription" }
        : { object: "checkout.session", subscription: subscriptionId };
      return this.sign(JSON.stringify({ id, object: "event", type, data: { object } }), at);
    },
    sign(payload: string, at: Date) {
      const timestamp = Math.floor(at.getTime() / 1000);
      const secret = settings.webhookSecret;
      return { payload, signature: signer.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const isTerminated = ({ status }: PeerSubscription) =>
  status === "canceled" || status === "incomplete_expired";

const toStripeCheckout = ({ id, status, subscription }: PeerCheckout) => ({
  id,
  object: "checkout.session",
  status,
  subscription,
  url: status === "open" ? `https://checkout.stripe.test/${id}` : null,
});

const toStripe = (subscription: PeerSubscription) => ({
  id: subscription.id,
  object: "subscription",
  customer: subscription.customer,
  status: subscription.status,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  ended_at: subscription.endedAt,
  created: subscription.created,
  metadata: {
    userId: subscription.userId,
    ...(subscription.site !== null && { site: subscription.site }),
  },
  items: {
    object: "list",
    data: [
      {
        price: { id: subscription.price },
        current_period_start: subscription.periodStart,
        current_period_end: subscription.periodEnd,
      },
    ],
  },
});

async function read(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
