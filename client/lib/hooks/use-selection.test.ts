import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSelection } from "./use-selection.ts";

const [first, second, third] = [{ id: "a" }, { id: "b" }, { id: "c" }] as const;

test("rows are chosen and dropped one by one, up to a number, until all are dropped", () => {
  const { result } = renderHook(() => useSelection(2));
  const toggle = (row: { readonly id: string }) => act(() => result.current.toggle(row));

  for (const row of [first, second, third]) toggle(row);
  expect(result.current.rows).toEqual([first, second]);

  toggle(first);
  toggle(third);
  expect(result.current.rows).toEqual([second, third]);
  // A row that was fetched again is the same row.
  expect([{ ...first }, { ...second }].map(result.current.has)).toEqual([false, true]);

  act(result.current.clear);
  expect(result.current.rows).toEqual([]);
});
