import { useEffect, useState } from "react";
import { hasPrayerLocation } from "#client/features/prayer/location/has-location.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";

/** Null without a location. */
export function usePrayerPartNames(): readonly string[] | null {
  const language = useLanguage();
  const [names, setNames] = useState<readonly string[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the language.
  useEffect(() => {
    if (!hasPrayerLocation()) return;
    let isMounted = true;
    void Promise.all([
      import("#client/features/prayer/times/prayer-parts.ts"),
      loadMessages("prayer", "prayerAlert"),
    ]).then(
      ([{ getPrayerParts }]) => isMounted && setNames(getPrayerParts()),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [language]);
  return names;
}
