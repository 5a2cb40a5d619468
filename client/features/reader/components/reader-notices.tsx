import { Suspense, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { PositionHistoryEntry } from "#shared/positions/contract.ts";
import type { Position } from "#shared/positions/position.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";
import { getPositionTracker, usePosition, usePositionHistory } from "#client/features/positions/index.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import type { InitialPosition } from "#client/features/reader/initial-position.ts";
import { getPercent } from "#client/features/reader/progress.ts";
import { useOptimizedReaderHint } from "#client/features/reader/use-optimized-reader-hint.ts";
import { useOnline } from "#client/lib/api/connection.ts";
import { useUser } from "#client/lib/api/session.ts";
import { formatRelativeTime } from "#client/lib/i18n/format.ts";
import { formatDevice } from "#client/lib/i18n/format-device.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { ReaderToast } from "./reader-toast.tsx";

interface ReaderNoticesProps {
  readonly bookId: BookId;
  readonly opening: InitialPosition;
  readonly onGo: (target: Target) => void;
  readonly isPlaying: boolean;
}

const Recap = lazyOverlay(async () => {
  const [module] = await Promise.all([import("./recap.tsx"), loadMessages("readerPanels")]);
  return module.Recap;
});

export function ReaderNotices(props: ReaderNoticesProps) {
  const { bookId, opening } = props;
  const isSignedIn = useUser() !== null;
  const [isReturn] = useState(() => isReturnAfterDays(opening));
  return (
    <>
      <Suspense>{isSignedIn && isReturn && <Recap bookId={bookId} />}</Suspense>
      <Notice {...props} />
    </>
  );
}

const awayMs = 7 * 86_400_000;

/** Opened at the own position, which is some days old. The server decides whether there is a recap. */
const isReturnAfterDays = ({ target, storedAt }: InitialPosition): boolean =>
  "locator" in target && storedAt !== null && Date.now() - storedAt.getTime() >= awayMs;

function Notice({ bookId, opening, onGo, isPlaying }: ReaderNoticesProps) {
  const isOnline = useOnline();
  const suggestsOptimizedReader = useOptimizedReaderHint();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const dismiss = (name: string) => setDismissed(new Set([...dismissed, name]));
  const remotePosition = useRemotePosition(bookId, opening);
  const previous = usePreviousPosition(bookId, opening);
  const accept = (name: string, { locator }: Pick<Position, "locator">) => {
    dismiss(name);
    onGo({ locator });
  };

  if (!isOnline && !dismissed.has("offline")) {
    return <ReaderToast onDismiss={() => dismiss("offline")}>{t("reader.offline")}</ReaderToast>;
  }
  if (remotePosition && !isPlaying && !dismissed.has(getPositionKey(remotePosition))) {
    const { device, locator } = remotePosition;
    return (
      <ReaderToast
        action={{
          label: t("reader.goThere"),
          onSelect: () => accept(getPositionKey(remotePosition), remotePosition),
        }}
        onDismiss={() => dismiss(getPositionKey(remotePosition))}
      >
        {t("reader.movedOnDevice", { device: formatDevice(device), percent: getPercent(locator.fraction) })}
      </ReaderToast>
    );
  }
  if (previous && !dismissed.has("previous")) {
    const { device, locator, at } = previous;
    return (
      <ReaderToast
        action={{ label: t("reader.goBack"), onSelect: () => accept("previous", previous) }}
        onDismiss={() => {
          storeDismissed(bookId, previous);
          dismiss("previous");
        }}
      >
        {t("reader.lastPositionOnDevice", {
          device: formatDevice(device),
          percent: getPercent(locator.fraction),
          when: formatRelativeTime(at),
        })}
      </ReaderToast>
    );
  }
  if (opening.isApproximate && !dismissed.has("approximate")) {
    return <ReaderToast onDismiss={() => dismiss("approximate")}>{t("reader.approximate")}</ReaderToast>;
  }
  if (!suggestsOptimizedReader || dismissed.has("optimized")) return null;
  const openOptimizedReader = () => window.location.assign(getOptimizedReaderUrl(bookId));
  return (
    <ReaderToast
      action={{ label: t("reader.openOptimizedReader"), onSelect: openOptimizedReader }}
      onDismiss={() => dismiss("optimized")}
    >
      {t("reader.optimizedReaderHint")}
    </ReaderToast>
  );
}

const getPositionKey = ({ at, device }: Position) => `${at.getTime()} ${device}`;

const minDistance = 0.002;

function useRemotePosition(bookId: BookId, { storedAt }: InitialPosition): Position | null {
  const current = usePosition(bookId).data?.current;
  if (!current?.locator.cfi) return null;
  const last = getPositionTracker().getLastReported(bookId);
  const own = last && (storedAt === null || last.at > storedAt) ? last : null;
  const since = own?.at ?? storedAt;
  if (since && current.at <= since) return null;
  return own && Math.abs(own.locator.fraction - current.locator.fraction) < minDistance ? null : current;
}

function usePreviousPosition(
  bookId: BookId,
  { target, storedAt }: InitialPosition,
): PositionHistoryEntry | null {
  const previous = usePositionHistory(bookId, storedAt !== null).data?.find(
    ({ at }) => storedAt && at <= storedAt,
  );
  if (!previous || !("locator" in target) || wasDismissed(bookId, previous)) return null;
  return previous.locator.fraction - target.locator.fraction > 0.01 ? previous : null;
}

const getDismissedKey = (bookId: BookId) => `reader-dismissed:${bookId}`;

function wasDismissed(bookId: BookId, { id }: PositionHistoryEntry): boolean {
  try {
    return localStorage.getItem(getDismissedKey(bookId)) === id;
  } catch {
    return false;
  }
}

function storeDismissed(bookId: BookId, { id }: PositionHistoryEntry): void {
  try {
    localStorage.setItem(getDismissedKey(bookId), id);
  } catch {}
}
