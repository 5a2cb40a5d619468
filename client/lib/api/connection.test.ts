import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useOnline, useSlowConnection } from "./connection.ts";

afterEach(() => vi.unstubAllGlobals());

function onNetwork(effectiveType?: string) {
  const connection = Object.assign(new EventTarget(), { effectiveType });
  vi.stubGlobal("navigator", { connection, onLine: true });
  return connection;
}

test.each([
  ["slow-2g", true],
  ["2g", true],
  ["3g", false],
  ["4g", false],
  [undefined, false],
])("a network of type %s is slow: %s", (effectiveType, isSlow) => {
  onNetwork(effectiveType);

  expect(renderHook(() => useSlowConnection()).result.current).toBe(isSlow);
});

test("a browser without network information counts as fast", () => {
  vi.stubGlobal("navigator", { onLine: true });

  expect(renderHook(() => useSlowConnection()).result.current).toBe(false);
});

test("a network that becomes slow is detected", () => {
  const connection = onNetwork("4g");
  const { result } = renderHook(() => useSlowConnection());

  connection.effectiveType = "2g";
  act(() => void connection.dispatchEvent(new Event("change")));

  expect(result.current).toBe(true);
});

test("a lost network and its return are detected", () => {
  const device = { onLine: true };
  vi.stubGlobal("navigator", device);
  const { result } = renderHook(() => useOnline());

  device.onLine = false;
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(result.current).toBe(false);
  device.onLine = true;
  act(() => void window.dispatchEvent(new Event("online")));

  expect(result.current).toBe(true);
});
