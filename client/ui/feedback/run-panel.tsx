import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ProgressBar } from "./progress-bar.tsx";

interface RunPanelProps {
  /** What is done now, or how it ended. */
  readonly status: string;
  /** 0 to 1 while it is running, else null. */
  readonly progress: number | null;
  readonly progressLabel: string;
  /** Names the programs that are not installed; empty for none. */
  readonly missing: string;
  readonly install: readonly { readonly platform: string; readonly command: string }[];
  readonly children: ReactNode;
}

/** A long run on the server, which may need programs: its state, and its buttons. */
export function RunPanel({ status, progress, progressLabel, missing, install, children }: RunPanelProps) {
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-4">
      <div role="status" className="flex w-full flex-col gap-2 font-medium">
        <p className="flex justify-between gap-4">
          <span>{status}</span>
          {progress !== null && <span className="tabular-nums">{formatPercent(progress)}</span>}
        </p>
        {progress !== null && <ProgressBar value={Math.round(progress * 100)} label={progressLabel} />}
      </div>
      {missing && (
        <div className="flex w-full flex-col gap-2">
          <p>{missing}</p>
          <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[max-content_1fr]">
            {install.map(({ platform, command }) => (
              <div key={platform} className="contents">
                <dt className="text-muted">{platform}</dt>
                <dd>
                  <code dir="ltr">{command}</code>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {children}
    </div>
  );
}

interface Action {
  readonly label: string;
  readonly isPending: boolean;
  readonly onClick: () => void;
}

interface RunButtonProps {
  readonly isRunning: boolean;
  readonly start: Action & { readonly icon: ReactNode; readonly disabled: boolean };
  readonly cancel: Action;
}

/** Starts a run, or cancels it while it is queued or running. */
export function RunButton({ isRunning, start, cancel }: RunButtonProps) {
  const { label, ...action } = isRunning
    ? { ...cancel, tone: "secondary" as const, icon: <X aria-hidden /> }
    : start;
  return <Button {...action}>{label}</Button>;
}
