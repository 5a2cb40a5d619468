/** The WebAuthn library, loaded on first use: it takes 17 MB of memory. */
export const loadWebAuthn = () => import("@simplewebauthn/server");
