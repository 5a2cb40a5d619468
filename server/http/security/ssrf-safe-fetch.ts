import { lookup } from "node:dns";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { invalid } from "#server/http/api/problem.ts";
import { isPublicIp } from "./is-public-ip.ts";

export interface FetchedFile {
  readonly contentType: string;
  readonly body: Buffer;
}

interface Options {
  readonly maxBytes: number;
  /** Total time-out. */
  readonly timeoutMs?: number;
}

/**
 * Fetches a user-supplied URL: https only, public addresses only as seen on the connection, no redirects or
 * credentials, limited in time and size.
 *
 * @throws {ProblemError} `invalid_input`
 */
export async function fetchSafely(
  input: string,
  { maxBytes, timeoutMs = 10_000 }: Options,
): Promise<FetchedFile> {
  const url = toPublicUrl(input);
  return new Promise<FetchedFile>((resolve, reject) => {
    const refuse = () => reject(notFetched());
    const outgoing = request(
      url,
      {
        agent: false,
        lookup: lookupPublic,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { Accept: "*/*" },
      },
      (incoming) => {
        if (incoming.statusCode !== 200) return void outgoing.destroy(notFetched());
        const chunks: Buffer[] = [];
        let bytes = 0;
        incoming.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxBytes) outgoing.destroy(notFetched());
          else chunks.push(chunk);
        });
        incoming.on("end", () =>
          resolve({ contentType: incoming.headers["content-type"] ?? "", body: Buffer.concat(chunks) }),
        );
        incoming.on("error", refuse);
      },
    );
    // Checks the connected address again, after DNS resolution.
    outgoing.on("socket", (socket) => {
      socket.once("connect", () => {
        if (!isPublicIp(socket.remoteAddress ?? "")) outgoing.destroy(notFetched());
      });
    });
    outgoing.on("error", refuse);
    outgoing.end();
  });
}

/**
 * Validates a user-supplied URL without DNS.
 *
 * @throws {ProblemError} `invalid_input` unless it is https with a public host
 */
export function toPublicUrl(input: string): URL {
  if (!/^https:\/\//i.test(input) || !URL.canParse(input)) throw notFetched();
  const url = new URL(input);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isHostOnly = url.username === "" && url.password === "" && url.port === "";
  // Names without a dot, or with a trailing one, may resolve in the local network.
  const isName = isIP(host) === 0 && /^[^.]+(\.[^.]+)+$/.test(host);
  if (!isHostOnly || !(isName || isPublicIp(host))) throw notFetched();
  return url;
}

export const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "", 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address: ip }) => isPublicIp(ip))) return done(notFetched(), "", 0);
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

const notFetched = () => invalid({ url: "address_not_fetchable" });
