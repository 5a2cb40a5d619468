/** Metres per second squared without gravity; walking stays below. */
const shakeForce = 18;
const pauseBetweenMs = 1_000;

/** iOS asks the user before it reports motion, and only after a press. */
export async function requestMotion(): Promise<boolean> {
  if (!("DeviceMotionEvent" in window)) return false;
  const request: unknown = Reflect.get(DeviceMotionEvent, "requestPermission");
  if (typeof request !== "function") return true;
  try {
    return (await request.call(DeviceMotionEvent)) === "granted";
  } catch {
    return false;
  }
}

export const hasMotion = (): boolean => "DeviceMotionEvent" in window && navigator.maxTouchPoints > 0;

/** @returns a function that stops listening */
export function onShake(callback: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const onMotion = ({ acceleration, timeStamp }: DeviceMotionEvent) => {
    const force = Math.hypot(acceleration?.x ?? 0, acceleration?.y ?? 0, acceleration?.z ?? 0);
    if (force < shakeForce || timeStamp - lastAt < pauseBetweenMs) return;
    lastAt = timeStamp;
    callback();
  };
  addEventListener("devicemotion", onMotion);
  return () => removeEventListener("devicemotion", onMotion);
}
