import session, { MemoryStore, type Store } from "express-session";
import type { Services } from "#server/services.ts";

const stores = new WeakMap<object, Store>();

/** The store of a server's sessions. */
export function sessionStore({ settings }: Pick<Services, "settings">): Store {
  const store = stores.get(settings) ?? new MemoryStore();
  stores.set(settings, store);
  return store;
}

/** Reads and keeps the session of a request. */
export function readSession(services: Services) {
  return session({
    name: "sid",
    secret: services.settings.secret,
    store: sessionStore(services),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "lax", path: "/", secure: services.settings.isHttps },
  });
}
