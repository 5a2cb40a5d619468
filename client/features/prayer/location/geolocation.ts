export type GeolocationError = "insecure" | "missing" | "refused" | "failed" | "timeout";

const timeoutMs = 12_000;
const maxAgeMs = 300_000;

export function locate(): Promise<
  { readonly latitude: number; readonly longitude: number } | GeolocationError
> {
  if (!window.isSecureContext) return Promise.resolve("insecure");
  if (!("geolocation" in navigator)) return Promise.resolve("missing");
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => resolve(code === 1 ? "refused" : code === 3 ? "timeout" : "failed"),
      { timeout: timeoutMs, maximumAge: maxAgeMs },
    );
  });
}
