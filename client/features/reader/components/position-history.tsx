import type { BookId } from "#shared/books/book.ts";
import { usePositionHistory } from "#client/features/positions/index.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import { getPercent } from "#client/features/reader/progress.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

interface ReaderPositionHistoryProps {
  readonly bookId: BookId;
  readonly onGo: (target: Target) => void;
}

export function ReaderPositionHistory({ bookId, onGo }: ReaderPositionHistoryProps) {
  const { data: previous = [] } = usePositionHistory(bookId, true);
  if (previous.length === 0) return null;
  return (
    <section aria-labelledby="previous-positions" className="flex flex-col gap-1">
      <h3 id="previous-positions" className="font-medium text-small">
        {t("reader.positionHistory")}
      </h3>
      <ul className="flex flex-col">
        {previous.map(({ id, locator, at, device }) => (
          <li key={id}>
            <Button tone="quiet" size="small" isWide onClick={() => onGo({ locator })}>
              {t("reader.previousPosition", {
                percent: getPercent(locator.fraction),
                when: formatRelativeTime(at),
                device: formatDevice(device),
              })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
