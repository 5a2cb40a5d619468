import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface PendingLogin {
  readonly nonce: string;
  readonly challenge: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export type OpenIdPeer = Awaited<ReturnType<typeof startOpenIdPeer>>;

/**
 * A small OpenID provider that signs in the user that the test sets, and checks PKCE and the client secret.
 */
export async function startOpenIdPeer(client: { readonly id: string; readonly secret: string }) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map<string, PendingLogin>();
  let claims: Readonly<Record<string, unknown>> = {};
  const server = createServer((req, res) => void handleRequest(req, res)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "/", issuer);
    if (url.pathname === "/.well-known/openid-configuration") return sendJson(res, 200, getDiscovery());
    if (url.pathname === "/keys")
      return sendJson(res, 200, {
        keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
      });
    if (url.pathname === "/authorize") return authorize(url, res);
    if (url.pathname === "/token") return handleToken(await read(req), req, res);
    sendJson(res, 404, {});
  }

  const getDiscovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  });

  function authorize({ searchParams: query }: URL, res: ServerResponse): void {
    const code = `code-${codes.size + 1}`;
    codes.set(code, {
      nonce: query.get("nonce") ?? "",
      challenge: query.get("code_challenge") ?? "",
      claims,
    });
    const redirectUrl = new URL(query.get("redirect_uri") ?? "");
    redirectUrl.search = new URLSearchParams({ code, state: query.get("state") ?? "" }).toString();
    res.writeHead(302, { location: redirectUrl.href }).end();
  }

  function handleToken(form: URLSearchParams, req: IncomingMessage, res: ServerResponse): void {
    const login = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!login || challenge !== login.challenge || !isClientAuthenticated(req, form)) {
      sendJson(res, 400, { error: "invalid_grant" });
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: client.id,
      iat: now,
      exp: now + 300,
      nonce: login.nonce,
      ...login.claims,
    };
    sendJson(res, 200, { access_token: "x", token_type: "Bearer", expires_in: 300, id_token: sign(payload) });
  }

  function isClientAuthenticated(req: IncomingMessage, form: URLSearchParams): boolean {
    const basic = Buffer.from((req.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
    return form.get("client_secret") === client.secret || basic === `${client.id}:${client.secret}`;
  }

  function sign(payload: object): string {
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const content = `${encodePart({ alg: "RS256", kid: "1", typ: "JWT" })}.${encodePart(payload)}`;
    return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey, "base64url")}`;
  }

  return {
    issuer,
    /** Sets the user who signs in next. */
    setClaims(next: Readonly<Record<string, unknown>>) {
      claims = next;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function read(req: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  return new URLSearchParams(text);
}
