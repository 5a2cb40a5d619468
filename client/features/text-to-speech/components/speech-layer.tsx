import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import type { SettingsControl } from "#client/features/reader/index.ts";
import { SpeechSession } from "#client/features/text-to-speech/session/speech-session.ts";
import type { PageSpeech } from "#client/features/text-to-speech/use-page-speech.ts";
import {
  type SpeechControl,
  useSpeechSettings,
} from "#client/features/text-to-speech/use-speech-settings.ts";
import { onBeforeSignOut } from "#client/lib/api/sign-out.ts";
import { SpeechBar } from "./speech-bar.tsx";
import { SpeechPanel } from "./speech-panel.tsx";
import { SpeechUnavailable } from "./speech-unavailable.tsx";

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
