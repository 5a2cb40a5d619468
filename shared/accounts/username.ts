/** Names that look official. The product's name is added by the server. */
const reserved: ReadonlySet<string> = new Set(
  "admin administrator root system staff support help helpdesk moderator mod team official security abuse postmaster webmaster employee editor maktaba null undefined me".split(
    " ",
  ),
);

const scripts = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Armenian"] as const;
const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, "u"));

/** Ignores case, dots, hyphens and underscores. */
export function isReservedUsername(username: string, productName: string): boolean {
  const toSkeleton = (name: string) =>
    name
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\s_.-]/g, "");
  return reserved.has(toSkeleton(username)) || toSkeleton(username) === toSkeleton(productName);
}

/** Letters of several scripts in one name can imitate another name. */
export const hasMixedScripts = (username: string): boolean =>
  patterns.filter((pattern) => pattern.test(username)).length > 1;
