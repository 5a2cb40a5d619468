import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import type { SettingsControl } from "#client/features/reader/index.ts";
import { SpeechSession } from "#client/features/text-to-speech/session/speech-session.ts";
import type { PageSpeech } from "#client/features/text-to-speech/use-page-speech.ts";
import {
  type SpeechControl,
  useSpeechSettings,
} from "#client/features/text-to-speech/use-speech-settings.ts";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { barClassName, SpeechBar } from "./speech-bar.tsx";
import { SpeechPanel } from "./speech-panel.tsx";
import { useBarHeight } from "./use-bar-height.ts";
import { useRestoreFocus } from "./use-restore-focus.ts";

interface SpeechLayerProps {
  readonly ebook: Ebook;
  readonly control: SettingsControl;
  readonly speech: PageSpeech;
}

/** Text-to-speech with its controls below the page. */
export function SpeechLayer(props: SpeechLayerProps) {
  const isSupported = "speechSynthesis" in window;
  return isSupported ? <Speech {...props} /> : <SpeechUnavailable onClose={props.speech.close} />;
}

function Speech({ ebook, control, speech }: SpeechLayerProps) {
  const { open, close, onExtension, onOpen } = speech;
  const speechControl = useSpeechSettings(control);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const client = useQueryClient();
  const { settings } = speechControl;
  const deps = useRef({ getSettings: () => settings, onClose: close, onOpen });
  deps.current = { getSettings: () => settings, onClose: close, onOpen };

  const session = useMemo(() => new SpeechSession(ebook, client, () => deps.current), [ebook, client]);
  useEffect(() => {
    onExtension(session);
    return () => onExtension(null);
  }, [session, onExtension]);
  useEffect(() => onBeforeSignOut(async () => close()), [close]);
  useEffect(() => open?.readPageAloud(), [open]);
  useApplySettings(speech, speechControl);

  if (!open) return null;
  return (
    <>
      <SpeechBar open={open} rate={settings.rate} onSettings={() => setPanelOpen(true)} onClose={close} />
      {isPanelOpen && (
        <SpeechPanel
          open={open}
          control={speechControl}
          language={ebook.language}
          onClose={() => setPanelOpen(false)}
        />
      )}
    </>
  );
}

const applyDelayMs = 250;

function useApplySettings({ open }: PageSpeech, { settings: { rate, voices } }: SpeechControl): void {
  const settingsKey = JSON.stringify([rate, voices]);
  const previous = useRef(settingsKey);
  useEffect(() => {
    if (previous.current === settingsKey) return;
    previous.current = settingsKey;
    const timer = setTimeout(() => open?.engine.applySettings(), applyDelayMs);
    return () => clearTimeout(timer);
  }, [settingsKey, open]);
}

/** Shown when the browser has no voices. */
function SpeechUnavailable({ onClose }: { readonly onClose: () => void }) {
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
