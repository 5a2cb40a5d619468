import { BlockList, isIP, isIPv6 } from "node:net";
import { parseIpGroups } from "./client-ip.ts";

const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  notPublic.addSubnet(network, prefix, "ipv6");
}
/** Only global unicast is public, so `::1`, `fc00::` and `fe80::` need no entries. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is on the public internet. */
export function isPublicIp(ip: string): boolean {
  if (!isIP(ip)) return false;
  if (!isIPv6(ip)) return !notPublic.check(ip, "ipv4");
  const groups = parseIpGroups(ip);
  if (groups.slice(0, 5).every((group) => group === "0000") && groups[5] === "ffff") {
    return isPublicIp(fromGroups(groups[6] ?? "0", groups[7] ?? "0"));
  }
  return globalUnicast.check(ip, "ipv6") && !notPublic.check(ip, "ipv6");
}

function fromGroups(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}
