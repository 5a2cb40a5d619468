import type { IncomingHttpHeaders } from "node:http";
import { Agent, type AgentOptions, request } from "node:https";
import { isIP } from "node:net";
import type { Settings } from "#server/settings.ts";
import { isPublicIp } from "./is-public-ip.ts";
import { matchesHost } from "./matches-host.ts";
import { lookupPublic } from "./ssrf-safe-fetch.ts";

/** `unreachable` was never sent; the delivery of `unknown` is unknown. */
export type PushReply =
  | { readonly kind: "replied"; readonly status: number; readonly retryAfterSeconds: number | null }
  | { readonly kind: "unreachable" }
  | { readonly kind: "unknown" };

export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/** The HTTP client for push services. */
export interface WebPushClient {
  post(message: PushRequest): Promise<PushReply>;
  close(): void;
}

/** Total time-out. */
const timeoutMs = 10_000;
/** Maximum number of connections per push service. */
const maxConnections = 200;
const maxIdleMs = 20_000;
const maxBytes = 64_000;
const slackSeconds = 0.5;

const knownHosts = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.push.services.mozilla.com",
  "web.push.apple.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

type PushSettings = Pick<Settings, "pushHosts">;

export function isPushEndpoint({ pushHosts }: PushSettings, endpoint: string): boolean {
  if (!/^https:\/\/[^\s\\#]+$/i.test(endpoint) || !URL.canParse(endpoint)) return false;
  const { href, hostname, host, port, username, password } = new URL(endpoint);
  // Normalized, so that one subscription is not stored as two devices.
  if (href !== endpoint || username !== "" || password !== "") return false;
  return (
    matchesHost(pushHosts, host) || (port === "" && isIP(hostname) === 0 && matchesHost(knownHosts, hostname))
  );
}

/**
 * Creates the client for push services: public addresses only as seen on the connection, except configured
 * hosts; no redirects; timeouts; keep-alive.
 *
 * @param more test options such as a certificate
 */
export function createWebPushClient(settings: PushSettings, more: AgentOptions = {}): WebPushClient {
  const agentOptions = {
    keepAlive: true,
    maxSockets: maxConnections,
    timeout: maxIdleMs,
    scheduling: "lifo",
    ...more,
  } as const;
  const publicAgent = new Agent({ ...agentOptions, lookup: lookupPublic });
  const trusted = new Agent(agentOptions);
  return {
    async post(message) {
      if (!isPushEndpoint(settings, message.endpoint)) return { kind: "unreachable" };
      const isTrusted = matchesHost(settings.pushHosts, new URL(message.endpoint).host);
      return post(message, isTrusted ? trusted : publicAgent, isTrusted);
    },
    close() {
      publicAgent.destroy();
      trusted.destroy();
    },
  };
}

function post(
  { endpoint, headers, body }: PushRequest,
  agent: Agent,
  isTrusted: boolean,
): Promise<PushReply> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let isSent = false;
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = request(endpoint, { method: "POST", agent, headers, signal }, (incoming) => {
      let bytes = 0;
      resolve({
        kind: "replied",
        status: incoming.statusCode ?? 0,
        retryAfterSeconds: parseRetryAfter(incoming.headers),
      });
      incoming.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) outgoing.destroy();
      });
      incoming.on("error", () => {});
    });
    outgoing.on("socket", (socket) => {
      const send = () => {
        if (!isTrusted && !isPublicIp(socket.remoteAddress ?? "")) return void outgoing.destroy();
        // The time spent connecting is subtracted from the message's TTL.
        const ttl = Number(headers["TTL"]) - Math.ceil((performance.now() - startedAt) / 1000 - slackSeconds);
        if (ttl < 1) return void outgoing.destroy();
        outgoing.setHeader("TTL", ttl);
        isSent = true;
        outgoing.end(body);
      };
      if (socket.connecting) socket.once("secureConnect", send);
      else send();
    });
    outgoing.on("error", () => resolve({ kind: isSent ? "unknown" : "unreachable" }));
  });
}

/** Parses Retry-After: seconds or an HTTP date; null for neither. */
function parseRetryAfter({ "retry-after": value, date }: IncomingHttpHeaders): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = Math.ceil((Date.parse(value) - Date.parse(date ?? "")) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
