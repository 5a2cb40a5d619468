import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useWakeLock } from "./use-wake-lock.ts";

function stubWakeLock(request: () => Promise<unknown>) {
  vi.stubGlobal("navigator", { wakeLock: { request } });
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

const show = (isActive: boolean) =>
  renderHook((props: { readonly isActive: boolean }) => useWakeLock(props.isActive), {
    initialProps: { isActive },
  });

test("the screen stays on while active, also after the page was hidden", async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  stubWakeLock(request);
  const { rerender } = show(false);
  expect(request).not.toHaveBeenCalled();

  rerender({ isActive: true });
  expect(request.mock.calls).toEqual([["screen"]]);
  setVisibility("hidden");
  expect(request).toHaveBeenCalledTimes(1);
  setVisibility("visible");
  expect(request).toHaveBeenCalledTimes(2);
  expect(release).not.toHaveBeenCalled();

  rerender({ isActive: false });
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1));
  setVisibility("visible");
  expect(request).toHaveBeenCalledTimes(2);
});

test("a refused request, and a browser without it, change nothing", async () => {
  stubWakeLock(async () => Promise.reject(new DOMException("low battery", "NotAllowedError")));
  show(true).unmount();
  vi.stubGlobal("navigator", {});
  show(true).unmount();
  await Promise.resolve();
});
