import { AudioWaveform, X } from "lucide-react";
import type { Alignment, AlignmentTools } from "#shared/alignment/alignment.ts";
import { type AlignmentEditorState, alignmentContract } from "#shared/alignment/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { isRunning } from "./use-alignment-editor.ts";

export function AlignmentPanel({ editor }: { readonly editor: AlignmentEditorState }) {
  const { bookId, alignment, tools, canAlign, chapters } = editor;
  const start = useContractMutation(alignmentContract.startAlignment);
  const cancel = useContractMutation(alignmentContract.cancelAlignment);
  if (!canAlign) {
    return (
      <p className="text-muted">
        {t(chapters.length > 0 ? "alignment.fromMediaOverlay" : "alignment.needsBothFormats")}
      </p>
    );
  }
  const params = { bookId };
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-4">
      <div role="status" className="w-full">
        <AlignmentStatus alignment={alignment} />
      </div>
      <MissingTools tools={tools} />
      {isRunning(alignment) ? (
        <Button
          tone="secondary"
          icon={<X aria-hidden />}
          isPending={cancel.isPending}
          onClick={() => cancel.mutate({ params })}
        >
          {t("alignment.cancel")}
        </Button>
      ) : (
        <Button
          icon={<AudioWaveform aria-hidden />}
          isPending={start.isPending}
          disabled={tools.missing.length > 0}
          onClick={() => start.mutate({ params })}
        >
          {t(chapters.length > 0 ? "alignment.startAgain" : "alignment.start")}
        </Button>
      )}
    </div>
  );
}

function AlignmentStatus({ alignment }: { readonly alignment: Alignment | null }) {
  if (alignment?.state !== "running") return <p className="font-medium">{getStatusText(alignment)}</p>;
  const percent = Math.round(alignment.progress * 100);
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-4 font-medium">
        <span>{getStatusText(alignment)}</span>
        <span className="tabular-nums">{formatPercent(alignment.progress)}</span>
      </p>
      <ProgressBar value={percent} label={t("alignment.progress")} />
    </div>
  );
}

function getStatusText(alignment: Alignment | null): string {
  if (!alignment) return t("alignment.state_none");
  const { state, stage, reason, about, chaptersDone: done, chapterCount: count } = alignment;
  if (state === "queued") return t("alignment.queued");
  if (state === "running") return t(`alignment.running_${stage ?? "synthesizing"}`, { done, count });
  if (reason) return t(`alignment.reason_${reason}` satisfies MessageKey, { about });
  return t(state === "cancelled" ? "alignment.state_cancelled" : "alignment.state_done");
}

function MissingTools({ tools: { missing, install } }: { readonly tools: AlignmentTools }) {
  if (missing.length === 0) return null;
  return (
    <div className="flex w-full flex-col gap-2">
      <p>{t("alignment.missing", { programs: formatItems(missing) })}</p>
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
  );
}
