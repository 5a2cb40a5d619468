import { useEffect, useState } from "react";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";

interface Usage {
  readonly used: number;
  readonly quota: number;
  readonly isPersisted: boolean;
}

/** @param changed measured again when it changes */
export function StorageMeter({ changed }: { readonly changed: unknown }) {
  const [usage, setUsage] = useState<Usage | null>(null);
  const [isRefused, setRefused] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: downloads change what is measured.
  useEffect(() => {
    let isCurrent = true;
    void measure().then((measured) => isCurrent && setUsage(measured));
    return () => {
      isCurrent = false;
    };
  }, [changed]);
  if (!usage) return null;
  const { used, quota, isPersisted } = usage;
  const protect = async () => {
    setRefused(!(await navigator.storage.persist()));
    setUsage(await measure());
  };
  return (
    <section aria-label={t("offline.storage")} className="mb-4 flex flex-col gap-2">
      <h3 className="font-medium">{t("offline.storage")}</h3>
      <ProgressBar value={(used / quota) * 100} label={t("offline.storage")} />
      <p className="text-muted text-small tabular-nums">
        {t("offline.storageUsed", { used: formatBytes(used), quota: formatBytes(quota) })}
      </p>
      <p className="text-muted text-small">{t(isPersisted ? "offline.persisted" : "offline.evictable")}</p>
      <div role="status">
        {isRefused && !isPersisted && <p className="text-small">{t("offline.persistRefused")}</p>}
      </div>
      {!isPersisted && (
        <div>
          <Button tone="secondary" size="small" onClick={() => void protect()}>
            {t("offline.askPersist")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Null where the browser does not tell. */
async function measure(): Promise<Usage | null> {
  const { usage = 0, quota } = (await navigator.storage?.estimate?.()) ?? {};
  if (!quota) return null;
  return { used: usage, quota, isPersisted: (await navigator.storage.persisted?.()) ?? false };
}
