import { type ReactNode, useRef } from "react";
import { useReturnGesture } from "#client/features/reader/hooks/use-return-gesture.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

interface EndCardProps {
  readonly isRightToLeft: boolean;
  readonly onReturn: () => void;
  readonly renderEnd: (lastPage: ReactNode) => ReactNode;
}

/** After the last page. */
export function EndCard({ isRightToLeft, onReturn, renderEnd }: EndCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useReturnGesture(card, onReturn, { isRightToLeft });
  return (
    <div ref={card}>
      {renderEnd(
        <Button tone="quiet" onClick={onReturn}>
          {t("reader.lastPage")}
        </Button>,
      )}
    </div>
  );
}
