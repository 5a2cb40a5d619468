import { CircleCheck, CloudDownload, EllipsisVertical, ListPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { Book } from "#shared/books/book.ts";
import { useQueueItems } from "#client/features/library/status-menu.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { canKeepBooks, keptShares } from "#client/lib/offline/kept-shares.ts";
import { useStore } from "#client/lib/store.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";

const AddToShelfDialog = lazyOverlay(
  async () => (await import("#client/features/shelves/add-to-shelf-dialog.tsx")).AddToShelfDialog,
);
const KeepDialog = lazyOverlay(
  async () => (await import("#client/features/offline/keep-dialog.tsx")).KeepDialog,
);

/** The menu on a card's cover; with a mouse it shows while the card is hovered or has the focus. */
export function BookCardMenu({ book }: { readonly book: Book }) {
  const [dialog, setDialog] = useState<"shelf" | "keep" | null>(null);
  const user = useUser();
  const getQueueItems = useQueueItems(book);
  const keepItem = useKeepItem(book, () => setDialog("keep"));
  const close = () => setDialog(null);
  const label = t("shelves.menuOf", { title: book.title });
  return (
    <div className="absolute end-1 top-1 z-10 transition-opacity focus-within:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 print:hidden">
      <Menu
        label={label}
        groups={[
          [
            { label: t("shelves.add"), icon: <ListPlus aria-hidden />, onSelect: () => setDialog("shelf") },
            ...keepItem,
          ],
          user ? getQueueItems(user.id) : [],
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            label={label}
            icon={<EllipsisVertical aria-hidden />}
            className="rounded-full! bg-surface/95 shadow-sm hover:bg-surface!"
          />
        )}
      />
      <Suspense>
        {dialog === "shelf" && <AddToShelfDialog book={book} onClose={close} />}
        {dialog === "keep" && <KeepDialog book={book} onClose={close} />}
      </Suspense>
    </div>
  );
}

function useKeepItem(book: Book, onSelect: () => void) {
  const share = useStore(keptShares).get(book.id);
  if (share !== undefined) {
    const label = share < 1 ? t("offline.shareStored", { percent: formatPercent(share) }) : t("offline.kept");
    return [{ label, icon: <CircleCheck aria-hidden />, to: "/library?view=downloads" }];
  }
  if (!canKeepBooks() || book.isComingSoon || !(book.hasEbook || book.hasAudiobook)) return [];
  return [{ label: t("offline.keep"), icon: <CloudDownload aria-hidden />, onSelect }];
}
