import type { Request } from "express";
import { describe, expect, test } from "vitest";
import { clientIp, getNetwork, ipPrefix, parseIpGroups } from "./client-ip.ts";

describe("the household of an address", () => {
  test("is shared by two addresses of one /56", () => {
    const phone = ipPrefix("2001:db8:1:2a01::7");
    const laptop = ipPrefix("2001:db8:1:2aff:1234:5678:9abc:def0");

    expect(phone).toBe(laptop);
  });

  test("differs between two neighbouring /56", () => {
    expect(ipPrefix("2001:db8:1:2a01::7")).not.toBe(ipPrefix("2001:db8:1:2b01::7"));
  });

  test("is the address itself in IPv4", () => {
    expect(ipPrefix("192.0.2.7")).toBe("192.0.2.7");
  });
});

describe("the network shown for a session", () => {
  test.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["2001:db8:1:2::7", "2001:0db8:0001::/48"],
    ["", ""],
  ])("of %s is %s", (address, network) => {
    expect(getNetwork(address)).toBe(network);
  });
});

test("an IPv4 address in IPv6 clothes is itself", () => {
  const req = { socket: { remoteAddress: "::ffff:192.0.2.7" } } as Request;

  expect(clientIp(req, { trustedProxies: "" })).toBe("192.0.2.7");
});

test("the groups of an address with IPv4 at its end are eight", () => {
  expect(parseIpGroups("::ffff:127.0.0.1").join(":")).toBe("0000:0000:0000:0000:0000:ffff:7f00:0001");
});
