import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";

/** A push service over TLS; `certificate` is the file of its certificate. */
export async function startPushServer(listener: RequestListener) {
  const [key, certificate] = [getFixturePath("push/localhost.key"), getFixturePath("push/localhost.crt")];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
