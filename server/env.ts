import * as z from "zod/mini";
import { defaultProductName } from "#shared/kernel/product.ts";

/** All that an operator can set, by the names of the environment. */
export const Environment = z.object({
  NODE_ENV: z._default(z.enum(["development", "production", "test"]), "production"),
  HOST: z._default(z.string(), "127.0.0.1"),
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 5000),
  DATA_DIR: z._default(z.string(), ".data"),
  DATABASE_URL: z.optional(z.string()),
  PUBLIC_ORIGIN: z.optional(z.string()),
  PRODUCT_NAME: z._default(z.string(), defaultProductName),
});

/** The settings the server runs by. */
export interface Settings {
  readonly productName: string;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** The addresses people use; the first is the one links in mails carry. */
  readonly origins: readonly [string, ...string[]];
  readonly isHttps: boolean;
  /** Signs session cookies and tokens. */
  readonly secret: string;
  readonly trustedProxies: string;
  readonly passwordMinLength: number;
  readonly registersOnSignIn: boolean;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
  } | null;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Multiplies every request budget; 1 in production. */
  readonly rateLimitFactor: number;
  /** nginx in front sends the bytes of files by `X-Accel-Redirect`. */
  readonly usesXAccel: boolean;
  /** Bytes of upload that are accepted, by what they are. */
  readonly uploadLimits: { readonly epub: number; readonly audio: number; readonly image: number };
}
