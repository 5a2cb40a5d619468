import { clsx } from "clsx";
import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { type CSSProperties, useRef } from "react";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { clearCompleted, setMinimized } from "./engine/upload-engine.ts";
import { uploads } from "./engine/upload-state.ts";
import { UploadRow } from "./upload-row.tsx";
import { useDock } from "./use-dock.ts";
import { usePanelPosition } from "./use-panel-position.ts";

/** The floating list of uploads, which docks at the bottom when it would cover a control of the page. */
export function UploadsPanel() {
  const { items } = useStore(uploads);
  return items.length === 0 ? null : <Panel />;
}

const dockedClassName =
  "fixed inset-x-0 px-safe bottom-[calc(var(--tabs-height)+var(--player-height,0px))] z-30 border-line border-t bg-surface";
const floatingClassName =
  "fixed start-4 bottom-[calc(var(--tabs-height)+var(--player-height,0px)+1rem)] z-40 flex max-h-[60dvh] w-[min(22rem,calc(100vw-2rem))] flex-col rounded-card border border-line bg-surface shadow-float";

function Panel() {
  const { items, isMinimized } = useStore(uploads);
  const panel = useRef<HTMLElement>(null);
  const { offset, handle, reset } = usePanelPosition(panel);
  const isDocked = isMinimized && offset.x === 0 && offset.y === 0;
  const minimize = () => {
    reset();
    setMinimized(true);
  };
  const holdOpen = useDock({ panel, isDocked, onDock: minimize });
  const expand = () => {
    holdOpen();
    setMinimized(false);
  };
  const active = items.filter(({ status }) => status === "uploading" || status === "paused").length;
  const style: CSSProperties = { translate: `${offset.x}px ${offset.y}px` };
  return (
    <section
      ref={panel}
      aria-label={t("upload.panel")}
      style={style}
      className={isDocked ? dockedClassName : floatingClassName}
    >
      <header
        className={clsx(
          "flex items-center gap-1 ps-1",
          isDocked ? "mx-auto w-full max-w-page sm:px-5" : "border-line border-b",
        )}
      >
        <button
          type="button"
          {...handle}
          aria-label={t("upload.movePanel")}
          className="inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted active:cursor-grabbing"
        >
          <GripVertical aria-hidden className="size-5" />
        </button>
        <h2 className="min-w-0 flex-1 truncate font-semibold" aria-live="polite">
          {active > 0 ? t("upload.active", { n: active, count: formatCount(active) }) : t("upload.panel")}
        </h2>
        <IconButton
          label={t(isMinimized ? "upload.expand" : "upload.minimize")}
          aria-expanded={!isMinimized}
          icon={isMinimized ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          onClick={isMinimized ? expand : minimize}
        />
      </header>
      {!isMinimized && (
        <>
          <ul className="min-h-0 divide-y divide-line overflow-y-auto">
            {items.map((item) => (
              <li key={item.id} className="p-4">
                <UploadRow item={item} />
              </li>
            ))}
          </ul>
          {active < items.length && (
            <footer className="border-line border-t p-2 text-end">
              <Button tone="quiet" size="small" onClick={() => void clearCompleted()}>
                {t("upload.clearCompleted")}
              </Button>
            </footer>
          )}
        </>
      )}
    </section>
  );
}
