import { useEffect, useState } from "react";

/** Properties of iOS only. */
type CompassEvent = DeviceOrientationEvent & { readonly webkitCompassHeading?: number };
type PermissionApi = { readonly requestPermission?: () => Promise<string> };

export type CompassState =
  | { readonly state: "off" | "waiting" | "refused" | "none" }
  /** Degrees clockwise from north of the device's upper edge. */
  | { readonly state: "on"; readonly heading: number };

const timeoutMs = 3_000;

export const hasCompassSupport = () =>
  "DeviceOrientationEvent" in window && window.matchMedia?.("(any-pointer: coarse)").matches;

export function useHeading() {
  const [isOn, setOn] = useState(false);
  const [state, setState] = useState<CompassState>({ state: "off" });

  useEffect(() => {
    if (!isOn) return;
    const onOrientation = (event: Event) => {
      const heading = getCompassHeading(event as CompassEvent);
      if (heading !== null) setState({ state: "on", heading });
    };
    const names = ["deviceorientationabsolute", "deviceorientation"];
    for (const name of names) addEventListener(name, onOrientation);
    const timer = setTimeout(
      () => setState((now) => (now.state === "waiting" ? { state: "none" } : now)),
      timeoutMs,
    );
    return () => {
      clearTimeout(timer);
      for (const name of names) removeEventListener(name, onOrientation);
    };
  }, [isOn]);

  return {
    ...state,
    start: async () => {
      setState({ state: "waiting" });
      const isAllowed = await requestPermission();
      setOn(isAllowed);
      if (!isAllowed) setState({ state: "refused" });
    },
    stop: () => {
      setOn(false);
      setState({ state: "off" });
    },
  };
}

async function requestPermission(): Promise<boolean> {
  const { requestPermission } = DeviceOrientationEvent as unknown as PermissionApi;
  if (!requestPermission) return true;
  // Must be called inside the click handler.
  return requestPermission.call(DeviceOrientationEvent).then(
    (permission) => permission === "granted",
    () => false,
  );
}

export function getCompassHeading({ webkitCompassHeading, absolute, alpha }: CompassEvent): number | null {
  const screenAngle = screen.orientation?.angle ?? 0;
  if (typeof webkitCompassHeading === "number") return (webkitCompassHeading + screenAngle) % 360;
  return absolute && alpha !== null ? (360 - alpha + screenAngle) % 360 : null;
}
