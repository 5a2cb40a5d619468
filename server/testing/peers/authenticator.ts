import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface AuthenticatorOptions {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether it checks the user's finger or PIN. */
  readonly verifiesUser?: boolean;
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** An authenticator with one ES256 passkey, as a browser would present it. */
export function createAuthenticator({
  origin = "http://localhost",
  rpId = "localhost",
  verifiesUser = true,
}: AuthenticatorOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;

  const makeAuthData = (attested: Buffer) => {
    const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const makeClientData = (type: string, options: Record<string, unknown>) =>
    Buffer.from(JSON.stringify({ type, challenge: options["challenge"], origin, crossOrigin: false }));
  const makeCredential = <Response extends object>(clientDataJSON: Buffer, response: Response) => ({
    id,
    rawId: id,
    type: "public-key" as const,
    clientExtensionResults: {},
    response: { clientDataJSON: base64url(clientDataJSON), ...response },
  });

  return {
    id,

    /** Resets the signature counter, as in a cloned authenticator. */
    setCounter(value: number) {
      counter = value;
    },

    create(options: Record<string, unknown>) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, getCoseKey(publicKey)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(makeAuthData(attested))],
      ]);
      const attestationObject = base64url(isoCBOR.encode(attestation as never));
      return makeCredential(makeClientData("webauthn.create", options), {
        attestationObject,
        transports: ["internal"],
      });
    },

    get(options: Record<string, unknown>) {
      counter += 1;
      const data = makeAuthData(Buffer.alloc(0));
      const client = makeClientData("webauthn.get", options);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return makeCredential(client, { authenticatorData: base64url(data), signature: base64url(signature) });
    },
  };
}

function getCoseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return Buffer.from(isoCBOR.encode(cose as never));
}
