import type { PositionHistoryEntry } from "#shared/positions/contract.ts";
import { percentOf } from "#shared/positions/format.ts";
import { bookDuration } from "#client/features/player/engine/timeline.ts";
import { usePlayer, usePlayerState } from "#client/features/player/use-player.ts";
import { useFormerPlaces } from "#client/features/positions/use-position.ts";
import { percent, relativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

const mostShown = 5;

/** Where the listener was before, on any device: each one press away. */
export function EarlierPlaces() {
  const bookId = usePlayerState((state) => state.playlist?.bookId);
  return bookId ? <Listed bookId={bookId} /> : null;
}

function Listed({ bookId }: { readonly bookId: Parameters<typeof useFormerPlaces>[0] }) {
  const { engine } = usePlayer();
  const { data: former = [] } = useFormerPlaces(bookId, true);
  if (former.length === 0) return null;

  const goTo = ({ place }: PositionHistoryEntry) => {
    const { playlist } = engine.getState();
    const index = playlist?.chapters.findIndex(({ chapterNumber }) => chapterNumber === place.chapter) ?? -1;
    if (index >= 0) engine.goTo(index, place.offset ?? 0);
    else if (playlist) engine.seekInBook(place.fraction * bookDuration(playlist));
  };
  return (
    <section className="flex flex-col border-line border-t pt-2">
      <h3 className="px-3 font-medium text-small">{t("player.formerPlaces")}</h3>
      {former.slice(0, mostShown).map((each) => (
        <button
          key={each.id}
          type="button"
          onClick={() => goTo(each)}
          className="min-h-11 rounded-control px-3 text-start text-small hover:bg-primary/10"
        >
          {t("player.formerPlace", {
            percent: percent(percentOf(each.place.fraction)),
            device: each.device,
            when: relativeTime(each.at),
          })}
        </button>
      ))}
    </section>
  );
}
