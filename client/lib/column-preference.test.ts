import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { createColumnPreference } from "./column-preference.ts";

test("hidden columns are remembered", () => {
  const create = () => createColumnPreference("test-columns", ["title", "author", "genre"]);
  const preference = create();
  const { result } = renderHook(() => preference.use());
  expect([...result.current]).toEqual(["title", "author", "genre"]);

  act(() => preference.setShown("author", false));
  expect([...result.current]).toEqual(["title", "genre"]);
  expect([...renderHook(() => create().use()).result.current]).toEqual(["title", "genre"]);

  act(() => preference.setShown("author", true));
  expect([...result.current]).toEqual(["title", "author", "genre"]);
});
