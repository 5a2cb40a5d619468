import { request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { TLSSocket } from "node:tls";
import type { WebhookFailure } from "#shared/webhooks/contract.ts";
import type { Settings } from "#server/settings.ts";
import { isPublicIp } from "./is-public-ip.ts";
import { matchesHost } from "./matches-host.ts";
import { lookupPublic, toPublicUrl } from "./ssrf-safe-fetch.ts";

export type WebhookReply =
  | { readonly kind: "replied"; readonly status: number; readonly excerpt: string }
  | { readonly kind: "failed"; readonly failure: WebhookFailure };

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type WebhookSettings = Pick<Settings, "webhookHosts">;

interface WebhookTarget {
  readonly url: URL;
  /** May use http, any port, and addresses of the local network. */
  readonly isTrusted: boolean;
}

const defaultTimeoutMs = 15_000;
const maxReplyBytes = 64_000;
const maxExcerpt = 500;

/** The URL of a webhook; null unless it is https with a public host, or its host is in `WEBHOOK_HOSTS`. */
export function parseWebhookUrl({ webhookHosts }: WebhookSettings, input: string): WebhookTarget | null {
  if (!/^https?:\/\/[^\s\\#]+$/i.test(input) || !URL.canParse(input)) return null;
  const url = new URL(input);
  if (url.username !== "" || url.password !== "") return null;
  if (matchesHost(webhookHosts, url.host)) return { url, isTrusted: true };
  try {
    return { url: toPublicUrl(input), isTrusted: false };
  } catch {
    return null;
  }
}

/**
 * Posts a message to a webhook: public addresses only as seen on the connection, except trusted hosts; no
 * redirects; limited in time and size.
 */
export function postWebhook(
  settings: WebhookSettings,
  { url: input, headers, body }: WebhookRequest,
  {
    timeoutMs = defaultTimeoutMs,
    ...more
  }: Pick<RequestOptions, "ca"> & { readonly timeoutMs?: number } = {},
): Promise<WebhookReply> {
  const target = parseWebhookUrl(settings, input);
  if (!target) return Promise.resolve({ kind: "failed", failure: "refused" });
  const { url, isTrusted } = target;
  const isHttps = url.protocol === "https:";
  return new Promise((resolve) => {
    const fail = (failure: WebhookFailure) => resolve({ kind: "failed", failure });
    const signal = AbortSignal.timeout(timeoutMs);
    const outgoing = (isHttps ? requestHttps : requestHttp)(
      url,
      {
        ...more,
        method: "POST",
        agent: false,
        signal,
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        ...(!isTrusted && { lookup: lookupPublic }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        const finish = () => {
          const excerpt = toExcerpt(Buffer.concat(chunks));
          resolve({ kind: "replied", status: incoming.statusCode ?? 0, excerpt });
          outgoing.destroy();
        };
        incoming.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > maxReplyBytes) finish();
        });
        incoming.on("end", finish);
        incoming.on("error", () => fail(signal.aborted ? "timeout" : "unreachable"));
      },
    );
    let isConnected = false;
    let isSent = false;
    outgoing.on("socket", (socket) => {
      socket.once("connect", () => {
        isConnected = true;
        // Checks the connected address again, after DNS resolution.
        if (!isTrusted && !isPublicIp(socket.remoteAddress ?? "")) {
          fail("refused");
          outgoing.destroy();
        } else if (!isHttps) send();
      });
      socket.once("secureConnect", () => {
        if ((socket as TLSSocket).authorized) send();
      });
    });
    const send = () => {
      isSent = true;
      outgoing.end(body);
    };
    outgoing.on("error", (error: NodeJS.ErrnoException & { cause?: unknown }) => {
      if (signal.aborted) fail("timeout");
      else if ("code" in error && error.name === "ProblemError") fail("refused");
      else fail(isHttps && isConnected && !isSent ? "tls" : "unreachable");
    });
  });
}

/** The text of a reply's beginning, without characters that PostgreSQL or a terminal cannot take. */
const toExcerpt = (reply: Buffer): string =>
  reply
    .subarray(0, maxExcerpt * 4)
    .toString("utf8")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, "")
    .trim()
    .slice(0, maxExcerpt);
