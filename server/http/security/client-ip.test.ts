import type { Request } from "express";
import { describe, expect, test } from "vitest";
import { getClientIp, getCountedCaller, getIpPrefix, getNetwork, parseIpGroups } from "./client-ip.ts";

describe("the network of an address", () => {
  test("is the /56 in IPv6", () => {
    const phone = getIpPrefix("2001:db8:1:2a01::7");
    const laptop = getIpPrefix("2001:db8:1:2aff:1234:5678:9abc:def0");

    expect(phone).toBe(laptop);
  });

  test("is one for all addresses of a /64", () => {
    expect(getIpPrefix("2001:db8:1:2a01:ffff::1")).toBe(getIpPrefix("2001:db8:1:2a01::2"));
  });

  test("differs between neighbouring /56", () => {
    expect(getIpPrefix("2001:db8:1:2a01::7")).not.toBe(getIpPrefix("2001:db8:1:2b01::7"));
  });

  test("is the address itself in IPv4", () => {
    expect(getIpPrefix("192.0.2.7")).toBe("192.0.2.7");
  });
});

describe("the network shown for a session", () => {
  test.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2::7", "2001:0db8:0001::/48"],
    ["", ""],
  ])("of %s is %s", (ip, network) => {
    expect(getNetwork(ip)).toBe(network);
  });
});

test("of an IPv4-mapped address is the IPv4 address", () => {
  const req = { socket: { remoteAddress: "::ffff:192.0.2.7" } } as Request;

  expect(getClientIp(req, { trustedProxies: "" })).toBe("192.0.2.7");
});

test("a guest is counted by the network, a user by the account", () => {
  const req = { socket: { remoteAddress: "2001:db8:1:2a01::7" } } as Request;
  const settings = { trustedProxies: "" };

  expect(getCountedCaller(req, settings, null)).toBe("2001:0db8:0001:2a00::/56");
  expect(getCountedCaller(req, settings, { id: "reader" })).toBe("reader");
});

test("has eight groups for an embedded IPv4 address", () => {
  expect(parseIpGroups("::ffff:127.0.0.1").join(":")).toBe("0000:0000:0000:0000:0000:ffff:7f00:0001");
});
