import { AudioWaveform } from "lucide-react";
import type { Alignment } from "#shared/alignment/alignment.ts";
import { type AlignmentEditorState, alignmentContract } from "#shared/alignment/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { RunButton, RunPanel } from "#client/ui/feedback/run-panel.tsx";
import { isRunning } from "./use-alignment-editor.ts";

export function AlignmentPanel({ editor }: { readonly editor: AlignmentEditorState }) {
  const { bookId, alignment, canAlign, chapters } = editor;
  const { missing, install } = editor.tools;
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
    <RunPanel
      status={getStatusText(alignment)}
      progress={alignment?.state === "running" ? alignment.progress : null}
      progressLabel={t("alignment.progress")}
      missing={missing.length > 0 ? t("alignment.missing", { programs: formatItems(missing) }) : ""}
      install={install}
    >
      <RunButton
        isRunning={isRunning(alignment)}
        start={{
          label: t(chapters.length > 0 ? "alignment.startAgain" : "alignment.start"),
          icon: <AudioWaveform aria-hidden />,
          isPending: start.isPending,
          disabled: missing.length > 0,
          onClick: () => start.mutate({ params }),
        }}
        cancel={{
          label: t("alignment.cancel"),
          isPending: cancel.isPending,
          onClick: () => cancel.mutate({ params }),
        }}
      />
    </RunPanel>
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
