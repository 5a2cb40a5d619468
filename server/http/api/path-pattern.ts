/** Matches the paths of a contract as Express does, with or without a slash at the end. */
export const toPathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}/?$`);
