import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export async function serveTwoBuilds(origin: string) {
  let change = (script: string) => script;
  const server = createServer((req, reply) => {
    const headers = { ...req.headers, host: new URL(origin).host, "accept-encoding": "identity" };
    const proxyOrigin = `http://${req.headers.host}`;
    const proxyRequest = request(origin + req.url, { method: req.method ?? "GET", headers }, (response) => {
      const {
        "content-length": _,
        "content-security-policy": policy,
        etag: __,
        ...others
      } = response.headers;
      reply.writeHead(response.statusCode ?? 500, {
        ...others,
        ...(policy && { "content-security-policy": String(policy).replaceAll(origin, proxyOrigin) }),
      });
      if (req.url !== "/sw.js") return void response.pipe(reply);
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => reply.end(change(Buffer.concat(parts).toString())));
    });
    proxyRequest.on("error", () => reply.destroy());
    req.pipe(proxyRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Replaces the script of the service worker. */
    build: (next: (script: string) => string) => {
      change = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
