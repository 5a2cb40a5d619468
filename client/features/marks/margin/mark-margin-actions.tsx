import { MessageSquareQuote, Users } from "lucide-react";
import { Suspense, useState } from "react";
import type { SharedMark } from "#shared/marks/shared-mark.ts";
import type { ShownMark } from "#client/features/marks/store/mark-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { groupShares } from "./group-shares.ts";

const ShareMarkDialog = lazyOverlay(async () => (await import("./share-mark-dialog.tsx")).ShareMarkDialog);

interface MarkMarginActionsProps {
  readonly mark: ShownMark;
  /** Marks of others at the same passage. */
  readonly others?: readonly SharedMark[];
  readonly onOpen?: (marks: readonly SharedMark[]) => void;
}

/** Shares an own mark, and opens those of others at its passage. */
export function MarkMarginActions({ mark, others = [], onOpen }: MarkMarginActionsProps) {
  const [isSharing, setSharing] = useState(false);
  const canShare = mark.placement !== "lost" && (mark.anchor.quote !== undefined || mark.note !== "");
  return (
    <>
      {canShare && (
        <IconButton label={t("margin.share")} icon={<Users aria-hidden />} onClick={() => setSharing(true)} />
      )}
      {onOpen && others.length > 0 && (
        <IconButton
          label={t("margin.othersHere", { n: groupShares(others).length })}
          icon={<MessageSquareQuote aria-hidden />}
          onClick={() => onOpen(others)}
        />
      )}
      <Suspense>{isSharing && <ShareMarkDialog mark={mark} onClose={() => setSharing(false)} />}</Suspense>
    </>
  );
}
