import { Undo2 } from "lucide-react";
import type { JumpHistory } from "#client/features/reader/hooks/use-jump-history.ts";
import { getPercent } from "#client/features/reader/progress.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ReaderToast } from "./reader-toast.tsx";

interface JumpBackProps {
  readonly history: JumpHistory;
}

export function JumpBackToast({ history: { origin, back, dismiss } }: JumpBackProps) {
  if (!origin) return null;
  return (
    <ReaderToast action={{ label: t("reader.goBack"), onSelect: back }} onDismiss={dismiss}>
      {t("reader.previousPercent", { percent: getPercent(origin.fraction) })}
    </ReaderToast>
  );
}

/** The same in the bottom bar, which leaves no room below the text. */
export function JumpBackButton({ history: { origin, back } }: JumpBackProps) {
  if (!origin) return null;
  const label = `${t("reader.goBack")} (${getPercent(origin.fraction)}%)`;
  return (
    <IconButton icon={<Undo2 aria-hidden className="rtl:-scale-x-100" />} label={label} onClick={back} />
  );
}
