import type { JumpHistory } from "#client/features/reader/hooks/use-jump-history.ts";
import { getPercent } from "#client/features/reader/progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ReaderToast } from "./reader-toast.tsx";

export function JumpBackToast({ history: { origin, back, dismiss } }: { readonly history: JumpHistory }) {
  if (!origin) return null;
  return (
    <ReaderToast action={{ label: t("reader.goBack"), onSelect: back }} onDismiss={dismiss}>
      {t("reader.previousPercent", { percent: getPercent(origin.fraction) })}
    </ReaderToast>
  );
}
