/** A token of another app may call the operations whose contract names its scope, and no other. */
export const appScopes = ["read", "sync", "publish", "podcast"] as const;
export type AppScope = (typeof appScopes)[number];
