import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, Response } from "express";
import type { RouteContract, StreamContract } from "#shared/api/contract.ts";
import { acceptsGzip, compress } from "#server/http/compression.ts";
import type { Limit } from "#server/http/security/rate-limit.ts";
import { cachedReplyCount } from "#server/metrics/metrics.ts";
import type { PubSub } from "#server/pubsub/live.ts";

/** An encoded reply. */
interface CachedReply {
  readonly body: Buffer;
  readonly etag: string;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  /** The path of the contract. */
  readonly route: string;
  /** Charges a request to the budget of the contract. */
  readonly limit: Limit;
}

const maxBytes = 32_000_000;
const maxReplyBytes = 500_000;

/** Encoded replies of this process, by URL and encoding; emptied when the catalogue changes, the oldest dropped first. */
class ReplyCache {
  readonly #replies = new Map<string, CachedReply>();
  #bytes = 0;
  #version: number | null = null;

  find(key: string, version: number): CachedReply | undefined {
    return version === this.#version ? this.#replies.get(key) : undefined;
  }

  set(key: string, version: number, reply: CachedReply): void {
    if (version !== this.#version) {
      this.#replies.clear();
      this.#bytes = 0;
      this.#version = version;
    }
    if (reply.body.length > maxReplyBytes || this.#replies.has(key)) return;
    this.#replies.set(key, reply);
    this.#bytes += key.length + reply.body.length;
    for (const [oldest, { body }] of this.#replies) {
      if (this.#bytes <= maxBytes) break;
      this.#replies.delete(oldest);
      this.#bytes -= oldest.length + body.length;
    }
  }
}

const caches = new WeakMap<PubSub, ReplyCache>();

function getCache(live: PubSub): ReplyCache {
  const cache = caches.get(live) ?? new ReplyCache();
  caches.set(live, cache);
  return cache;
}

/** Answers one request from the cache, or fills the cache with its reply. */
export interface CacheSlot {
  /** @returns whether the reply was sent */
  send(): boolean;
  /** Sends a new reply, and caches it unless the catalogue has changed since the request. */
  fill(reply: unknown): Promise<void>;
}

/** Compressed replies are cached beside those for clients that do not accept them. */
const getKey = (req: IncomingMessage, url: string) => (acceptsGzip(req) ? `gzip ${url}` : url);

/** The reply to a guest; undefined when it is not cached. */
export function findCachedReply(live: PubSub, req: IncomingMessage, url: string): CachedReply | undefined {
  const version = live.catalogue.current();
  return version === null ? undefined : getCache(live).find(getKey(req, url), version);
}

/** Null when the reply of this request is not shared with others. */
export function findCacheSlot(
  live: PubSub,
  contract: RouteContract | StreamContract,
  { isGuest, limit }: { readonly isGuest: boolean; readonly limit: Limit },
  { req, res }: { readonly req: Request; readonly res: Response },
): CacheSlot | null {
  const version = live.catalogue.current();
  const sameFor = "sameFor" in contract ? contract.sameFor : undefined;
  if (version === null || !sameFor || (sameFor === "guests" && !isGuest)) return null;
  const cache = getCache(live);
  const key = getKey(req, req.originalUrl);
  return {
    send() {
      const found = cache.find(key, version);
      cachedReplyCount.inc({ result: found ? "hit" : "miss" });
      if (found) sendReply(req, res, found);
      return found !== undefined;
    },
    async fill(reply) {
      const content = Buffer.from(JSON.stringify(reply));
      const compressed = await compress(req, content);
      const body = compressed ?? content;
      const etag = `"${hash("sha1", body, "base64url")}"`;
      const link = res.getHeader("Link") as string | undefined;
      const headers = [
        ...["Cache-Control", "private, no-cache", "ETag", etag, "Vary", "Accept-Encoding"],
        ...(link ? ["Link", link] : []),
        ...(compressed ? ["Content-Encoding", "gzip"] : []),
      ];
      const filled = { body, etag, headers, route: contract.path, limit };
      if (live.catalogue.current() === version) cache.set(key, version, filled);
      sendReply(req, res, filled);
    },
  };
}

/** @param more further headers, names and values in turn */
export function sendReply(
  req: IncomingMessage,
  res: ServerResponse,
  { body, etag, headers }: CachedReply,
  more: readonly string[] = [],
): void {
  if (req.headers["if-none-match"] === etag) {
    res.writeHead(304, [...more, ...headers]).end();
    return;
  }
  const content = ["Content-Type", "application/json; charset=utf-8", "Content-Length", String(body.length)];
  res.writeHead(200, [...more, ...headers, ...content]).end(req.method === "HEAD" ? undefined : body);
}
