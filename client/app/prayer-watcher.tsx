import { useEffect, useState } from "react";
import { nextPrayerAfter } from "#shared/prayer/due.ts";
import { interrupt, interruptionOver } from "#client/features/player/floor.ts";
import { CallLayer } from "#client/features/prayer/call-layer.tsx";
import { prayerName, timeThere } from "#client/features/prayer/call-words.ts";
import { PrayerCaller } from "#client/features/prayer/caller.ts";
import { onPrayerSetup, prayerSetup } from "#client/features/prayer/setup-store.ts";
import { deviceClock, PrayerWatch, snoozeMs } from "#client/features/prayer/watch.ts";
import { type ComingPrayer, tellComingPrayer } from "#client/lib/coming-prayer.ts";

/** Watches the clock for what is due of the prayers, and shows it. */
export function PrayerWatcher() {
  const [caller, setCaller] = useState<PrayerCaller | null>(null);
  useEffect(() => {
    const made = makeCaller();
    setCaller(made.caller);
    const stopTelling = tellComingPrayer(nextPrayer);
    return () => {
      stopTelling();
      made.end();
    };
  }, []);
  return caller && <CallLayer caller={caller} />;
}

/** For the player, which sleeps until then. */
function nextPrayer(): ComingPrayer | null {
  const { place, settings } = prayerSetup();
  if (!place) return null;
  const { name, at } = nextPrayerAfter(place, settings, new Date());
  return { name: prayerName(name), at, timeOf: (moment) => timeThere(moment, place.zone) };
}

function makeCaller() {
  const clock = deviceClock;
  const caller = new PrayerCaller({
    clock,
    volume: () => prayerSetup().calls.volume,
    recordingOf: async () => null,
    hush: interrupt,
    unhush: interruptionOver,
    snooze: (due) => {
      watch.snooze(due);
      return new Date(clock.now() + snoozeMs);
    },
  });
  const watch = new PrayerWatch({
    clock,
    setup: prayerSetup,
    onSetup: onPrayerSetup,
    onDue: (due) => void caller.call(due),
  });
  const stop = watch.start();
  // A page that comes back from sleep or from behind others looks at once.
  const onLook = () => watch.look();
  document.addEventListener("visibilitychange", onLook);
  return {
    caller,
    end: () => {
      document.removeEventListener("visibilitychange", onLook);
      stop();
      caller.end();
    },
  };
}
