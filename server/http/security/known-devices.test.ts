import type { CookieOptions, Response } from "express";
import { describe, expect, test } from "vitest";
import { findDeviceKey, rememberDevice } from "./known-devices.ts";

const settings = { isHttps: true, secret: "a secret of this server" };

/** A browser with a cookie of another kind before and after its own. */
function openDevice({ isHttps, secret } = settings) {
  let cookie = "";
  let options: CookieOptions = {};
  const services = { settings: { isHttps, secret } };
  const getHeaders = () => ({ cookie: `sid=a; ${cookie}; theme=dark` });
  const res = {
    cookie: (name: string, value: string, given: CookieOptions) => {
      cookie = `${name}=${value}`;
      options = given;
    },
  } as unknown as Response;
  return {
    signIn: (email: string) => rememberDevice({ ...services, req: { headers: getHeaders() }, res }, email),
    find: (email: string) => findDeviceKey(services, { headers: getHeaders() }, email),
    get cookie() {
      return { header: cookie, options };
    },
    set header(value: string) {
      cookie = value;
    },
  };
}

const addresses = Array.from({ length: 6 }, (_, n) => `reader-${n}@example.org`);
const [amina = "", yusuf = ""] = addresses;

describe("a device", () => {
  test("has a key for each account that signed in on it, and keeps it", () => {
    const device = openDevice();
    expect(device.find(amina)).toBeNull();
    device.signIn(amina);
    const key = device.find(amina);
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(device.find(yusuf)).toBeNull();

    device.signIn(yusuf);
    expect(device.find(amina)).toBe(key);
    expect(device.find(yusuf)).not.toBe(key);
    device.signIn(amina);
    expect(device.find(amina)).toBe(key);
    expect(device.cookie.header.split("~")).toHaveLength(2);
    expect(device.cookie.header).toMatch(new RegExp(`^__Host-devices=${key}`));
  });

  test("knows the five accounts that signed in last", () => {
    const device = openDevice();
    for (const address of addresses) device.signIn(address);

    expect(addresses.map((address) => device.find(address) !== null)).toEqual([
      false,
      ...Array<boolean>(5).fill(true),
    ]);
    device.signIn(amina);
    expect([device.find(amina), device.find(yusuf)]).toEqual([expect.any(String), null]);
  });

  test("is not known by a cookie that was altered, was not signed by this server or has more entries", () => {
    const device = openDevice();
    device.signIn(amina);
    const entry = device.cookie.header.slice("__Host-devices=".length);
    const [key = "", signature = ""] = entry.split(".");
    const other = openDevice({ ...settings, secret: "another secret" });
    other.signIn(amina);

    for (const value of [
      `${"x".repeat(22)}.${signature}`,
      `${key}.${"x".repeat(43)}`,
      `x${entry}`,
      `${entry}x`,
      `${key}.${signature}.`,
      other.cookie.header.slice("__Host-devices=".length),
      [...Array<string>(5).fill(`${"x".repeat(22)}.${"x".repeat(43)}`), entry].join("~"),
    ]) {
      device.header = `__Host-devices=${value}`;
      expect(device.find(amina), value).toBeNull();
    }
    device.header = `__Host-devices=broken~${entry}`;
    expect(device.find(amina)).toBe(key);
  });

  test("has a cookie that scripts and other sites do not get, for a year", () => {
    const [secure, local] = [openDevice(), openDevice({ ...settings, isHttps: false })];
    for (const device of [secure, local]) device.signIn(amina);

    const options = { httpOnly: true, sameSite: "lax", path: "/", maxAge: 31_536_000_000 };
    expect(secure.cookie.options).toEqual({ ...options, secure: true });
    expect(local.cookie).toMatchObject({ options: { ...options, secure: false } });
    expect(local.cookie.header).toMatch(/^devices=/);
  });
});
