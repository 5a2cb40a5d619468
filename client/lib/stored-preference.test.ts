import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createStoredPreference } from "./stored-preference.ts";

afterEach(() => vi.restoreAllMocks());

test("a choice is stored and followed by its users", () => {
  const size = createStoredPreference("size", ["small", "large"]);
  const { result } = renderHook(() => size.use());
  expect(result.current).toBe("small");

  act(() => size.set("large"));

  expect(result.current).toBe("large");
  expect(createStoredPreference("size", ["small", "large"]).get()).toBe("large");
});

test("a stored value that is no longer an option is ignored", () => {
  localStorage.setItem("size", "huge");

  expect(createStoredPreference("size", ["small", "large"]).get()).toBe("small");
});

test("without storage the choice lasts until the page closes", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("closed");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("closed");
  });
  const size = createStoredPreference("size", ["small", "large"]);

  size.set("large");

  expect(size.get()).toBe("large");
  expect(createStoredPreference("size", ["small", "large"]).get()).toBe("small");
});
