import { Suspense, useEffect, useState } from "react";
import { hasPrayerLocation, prayerChanged } from "#client/features/prayer/location/has-location.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const LazyPrayerAlerts = lazyOverlay(async () => {
  const [{ PrayerAlerts }] = await Promise.all([
    import("#client/features/prayer/alerts/prayer-alerts.tsx"),
    loadMessages("prayerAlert"),
  ]);
  return PrayerAlerts;
});

export function PrayerAlertsLoader() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (isOn) return;
    const update = () => {
      if (hasPrayerLocation()) (window.requestIdleCallback ?? setTimeout)(() => setOn(true));
    };
    update();
    for (const name of [prayerChanged, "storage"]) addEventListener(name, update);
    return () => {
      for (const name of [prayerChanged, "storage"]) removeEventListener(name, update);
    };
  }, [isOn]);
  return <Suspense>{isOn && <LazyPrayerAlerts />}</Suspense>;
}
