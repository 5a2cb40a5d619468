import { useCallback, useRef } from "react";
import type { PanelName } from "#client/features/reader/components/panel-names.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import { type Act, getTurnDirection } from "#client/features/reader/input/keys.ts";
import { fontSizes, isSynced } from "#client/features/reader/settings/settings.ts";
import type { Controls } from "./use-controls.ts";
import type { FullScreen } from "./use-full-screen.ts";
import type { JumpHistory } from "./use-jump-history.ts";
import type { SettingsControl } from "./use-reader-settings.ts";

interface Hands {
  readonly engine: ReaderEngine | null;
  readonly trail: JumpHistory;
  readonly controls: Controls;
  readonly fullScreen: FullScreen;
  readonly control: SettingsControl;
  readonly open: (panel: PanelName) => void;
  readonly readAloud: () => void;
  readonly isPastEnd: boolean;
  /** Goes to the last page of the preview. */
  readonly previousSentence: () => void;
}

/** Pixels per arrow key press in scrolled text. */
const line = 90;

const themes = ["light", "sepia", "dark"] as const;

export function useCommands(hands: Hands): (act: Act) => void {
  const latest = useRef(hands);
  latest.current = hands;
  return useCallback((act) => perform(act, latest.current), []);
}

function perform(act: Act, hands: Hands): void {
  const { engine, trail, controls, fullScreen, open } = hands;
  if (isTurn(act)) {
    controls.hide();
    const way = getWay(act, engine);
    if (hands.isPastEnd && (way === "previous" || way === "lineUp")) hands.previousSentence();
    else void turn(way, engine);
    return;
  }
  if (act === "start" || act === "end") {
    const section = engine?.location?.section;
    if (section !== undefined) void trail.jump({ section, isEnd: act === "end" });
  } else if (act === "back") trail.back();
  else if (act === "controls" || act === "dismiss") controls.toggle();
  else if (act === "aloud") hands.readAloud();
  else if (act === "fullScreen") fullScreen.toggle();
  else if (act === "smaller" || act === "larger" || act === "theme") changeClassName(act, hands.control);
  else open(act);
}

type Turn = "next" | "previous" | "left" | "right" | "lineDown" | "lineUp";

function isTurn(act: Act): act is Turn {
  return ["next", "previous", "left", "right", "lineDown", "lineUp"].includes(act);
}

type Way = Exclude<Turn, "left" | "right">;

function getWay(act: Turn, engine: ReaderEngine | null): Way {
  return act === "left" || act === "right" ? getTurnDirection(act, engine?.isRightToLeft ?? false) : act;
}

async function turn(way: Way, engine: ReaderEngine | null): Promise<void> {
  if (!engine) return;
  if (way === "next") await engine.next();
  else if (way === "previous") await engine.prev();
  else await (way === "lineDown" ? engine.next(line) : engine.prev(line));
}

function changeClassName(act: "smaller" | "larger" | "theme", { settings, change }: SettingsControl): void {
  if (act === "theme") {
    const at = themes.findIndex((theme) => document.documentElement.classList.contains(theme));
    change({ theme: themes[(at + 1) % themes.length] ?? "light" });
  } else change({ fontSize: isSynced(settings.fontSize, act === "larger" ? 1 : -1, fontSizes) });
}
