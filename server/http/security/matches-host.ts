/** @param hosts `host`, `*.host` for its subdomains, or `host:port` */
export function matchesHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((each) =>
    each.startsWith("*.") ? host.endsWith(each.slice(1)) && host.length >= each.length : host === each,
  );
}
