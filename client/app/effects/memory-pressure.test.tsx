import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { memoryCheckIntervalMs } from "#client/lib/memory-monitor.ts";
import { MemoryPressureMonitor } from "./memory-pressure.tsx";

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(performance, "memory");
});

function VisibleScreen() {
  useQuery({ queryKey: ["shown"], queryFn: () => "kept" });
  return null;
}

test("above 200 MB, queries without observers are removed and others kept", async () => {
  vi.useFakeTimers();
  Object.defineProperty(performance, "memory", { value: { usedJSHeapSize: 300e6 }, configurable: true });
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["former"], "of a screen that was left");
  render(
    <QueryClientProvider client={client}>
      <VisibleScreen />
      <MemoryPressureMonitor />
    </QueryClientProvider>,
  );

  await act(() => vi.advanceTimersByTimeAsync(memoryCheckIntervalMs));

  expect(client.getQueryData(["former"])).toBeUndefined();
  expect(client.getQueryData(["shown"])).toBe("kept");
});
