import { X } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { barClassName } from "./speech-bar.tsx";
import { useBarHeight } from "./use-bar-height.ts";
import { useRestoreFocus } from "./use-restore-focus.ts";

/** Shown when the browser has no voices. */
export function SpeechUnavailable({ onClose }: { readonly onClose: () => void }) {
  const bar = useBarHeight<HTMLElement>();
  useRestoreFocus(bar);
  return (
    <section ref={bar} aria-label={t("textToSpeech.region")} className={barClassName}>
      <div className="mx-auto flex max-w-3xl items-center gap-2 py-2 ps-4 pe-1 text-small">
        <p role="status" className="flex-1">
          {t("textToSpeech.unsupported")}
        </p>
        <IconButton icon={<X aria-hidden />} label={t("textToSpeech.close")} onClick={onClose} />
      </div>
    </section>
  );
}
