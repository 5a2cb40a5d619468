import type { BookId } from "#shared/books/book.ts";
import type { PositionHistoryEntry } from "#shared/positions/contract.ts";
import { getPercent } from "#shared/positions/format.ts";
import { getBookDuration } from "#client/features/player/engine/timeline.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { usePositionHistory } from "#client/features/positions/index.ts";
import { formatProgressPercent, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { t } from "#client/lib/i18n/i18n.ts";

const maxShown = 5;

export function PositionHistory() {
  const bookId = usePlayerState((state) => state.playlist?.bookId);
  return bookId ? <PositionList bookId={bookId} /> : null;
}

function PositionList({ bookId }: { readonly bookId: BookId }) {
  const { engine } = usePlayer();
  const { data: entries = [] } = usePositionHistory(bookId, true);
  if (entries.length === 0) return null;

  const goTo = ({ locator }: PositionHistoryEntry) => {
    const { playlist } = engine.getState();
    const index =
      playlist?.chapters.findIndex(({ chapterNumber }) => chapterNumber === locator.chapter) ?? -1;
    if (index >= 0) engine.goTo(index, locator.offset ?? 0);
    else if (playlist) engine.seekInBook(locator.fraction * getBookDuration(playlist));
  };
  return (
    <section className="flex flex-col border-line border-t pt-2">
      <h3 className="px-3 font-medium text-small">{t("player.positionHistory")}</h3>
      {entries.slice(0, maxShown).map((each) => (
        <button
          key={each.id}
          type="button"
          onClick={() => goTo(each)}
          className="min-h-11 rounded-control px-3 text-start text-small hover:bg-primary/10"
        >
          {t("player.previousPosition", {
            percent: formatProgressPercent(getPercent(each.locator.fraction)),
            device: formatDevice(each.device),
            when: formatRelativeTime(each.at),
          })}
        </button>
      ))}
    </section>
  );
}
