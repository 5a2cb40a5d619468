import { useCallback, useRef } from "react";
import type { PanelName } from "#client/features/reader/components/panel-name.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import { getTurnDirection, type ReaderCommand } from "#client/features/reader/input/keys.ts";
import { fontSizes, stepValue } from "#client/features/reader/settings/settings.ts";
import type { Controls } from "./use-controls.ts";
import type { FullScreen } from "./use-full-screen.ts";
import type { JumpHistory } from "./use-jump-history.ts";
import type { SettingsControl } from "./use-reader-settings.ts";

interface CommandTargets {
  readonly engine: ReaderEngine | null;
  readonly jumpHistory: JumpHistory;
  readonly controls: Controls;
  readonly fullScreen: FullScreen;
  readonly control: SettingsControl;
  readonly layers: {
    readonly setPanel: (panel: PanelName) => void;
    readonly toggleAutoScroll: () => void;
    readonly goToHit: (step: 1 | -1) => void;
  };
  readonly readAloud: (() => void) | null;
  readonly isPastEnd: boolean;
  /** Returns from the end card to the last page. */
  readonly leavePastEnd: () => void;
}

/** Pixels per arrow key press in scrolled text. */
const lineScrollPixels = 90;

const nextGuide = { none: "ruler", ruler: "line", line: "none" } as const;
const themes = ["light", "sepia", "dark", "black"] as const;

export function useCommands(targets: CommandTargets): (command: ReaderCommand) => void {
  const latest = useRef(targets);
  latest.current = targets;
  return useCallback((command) => runCommand(command, latest.current), []);
}

function runCommand(command: ReaderCommand, targets: CommandTargets): void {
  const { engine, jumpHistory: history, controls, fullScreen, layers } = targets;
  if (isMove(command) && isTooEarly(command, engine)) return;
  if (isTurn(command)) {
    controls.hide();
    const direction = getDirection(command, engine);
    if (targets.isPastEnd && (direction === "previous" || direction === "lineUp")) targets.leavePastEnd();
    else void turn(direction, engine);
    return;
  }
  if (command === "start" || command === "end") {
    const section = engine?.location?.section;
    if (section !== undefined) void history.jump({ section, isEnd: command === "end" });
  } else if (command === "back") history.back();
  else if (command === "controls" || command === "dismiss") controls.toggle();
  else if (command === "readAloud") targets.readAloud?.();
  else if (command === "nextHit" || command === "previousHit") layers.goToHit(command === "nextHit" ? 1 : -1);
  else if (command === "bookmark" || command === "highlight" || command === "select") return;
  else if (command === "autoScroll") layers.toggleAutoScroll();
  else if (command === "fullScreen") fullScreen.toggle();
  else if (command === "smaller" || command === "larger" || command === "theme" || command === "guide")
    changeAppearance(command, targets.control);
  else layers.setPanel(command);
}

/** Before a page is shown there is nothing to turn; after that the engine delays a turn until the page is settled. */
const isTooEarly = (command: ReaderCommand, engine: ReaderEngine | null) =>
  isTurn(command) ? engine?.location === null : engine?.isOpening === true;

/** Moves that start from the visible page. */
const isMove = (command: ReaderCommand) =>
  isTurn(command) || command === "start" || command === "end" || command === "back";

type Turn = "next" | "previous" | "left" | "right" | "lineDown" | "lineUp";

function isTurn(command: ReaderCommand): command is Turn {
  return ["next", "previous", "left", "right", "lineDown", "lineUp"].includes(command);
}

type Direction = Exclude<Turn, "left" | "right">;

function getDirection(command: Turn, engine: ReaderEngine | null): Direction {
  return command === "left" || command === "right"
    ? getTurnDirection(command, engine?.isRightToLeft ?? false)
    : command;
}

async function turn(direction: Direction, engine: ReaderEngine | null): Promise<void> {
  if (!engine) return;
  if (direction === "next") await engine.next();
  else if (direction === "previous") await engine.prev();
  else await (direction === "lineDown" ? engine.next(lineScrollPixels) : engine.prev(lineScrollPixels));
}

function changeAppearance(
  command: "smaller" | "larger" | "theme" | "guide",
  { settings, change }: SettingsControl,
): void {
  if (command === "theme") {
    const { classList } = document.documentElement;
    const at = settings.theme === "black" ? 3 : themes.findIndex((theme) => classList.contains(theme));
    change({ theme: themes[(at + 1) % themes.length] ?? "light" });
  } else if (command === "guide") change({ guide: nextGuide[settings.guide] });
  else change({ fontSize: stepValue(settings.fontSize, command === "larger" ? 1 : -1, fontSizes) });
}
