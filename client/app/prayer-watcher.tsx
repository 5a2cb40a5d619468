import { useEffect, useState } from "react";
import { interrupt, interruptionOver } from "#client/features/player/floor.ts";
import { CallLayer } from "#client/features/prayer/call-layer.tsx";
import { PrayerCaller } from "#client/features/prayer/caller.ts";
import { onPrayerSetup, prayerSetup } from "#client/features/prayer/setup-store.ts";
import { deviceClock, PrayerWatch, snoozeMs } from "#client/features/prayer/watch.ts";

/** Watches the clock for what is due of the prayers, and shows it. */
export function PrayerWatcher() {
  const [caller, setCaller] = useState<PrayerCaller | null>(null);
  useEffect(() => {
    const made = makeCaller();
    setCaller(made.caller);
    return made.end;
  }, []);
  return caller && <CallLayer caller={caller} />;
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
