import { AudioLines, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  aiNarrationContract,
  type Narration,
  type NarrationEditorState,
} from "#shared/ai-narration/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { RunButton, RunPanel } from "#client/ui/feedback/run-panel.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { isRunning } from "./use-narration.ts";

/** Status of the AI narration, with buttons to start, cancel and remove it. */
export function NarrationPanel({ editor }: { readonly editor: NarrationEditorState }) {
  const { bookId, narration, tools, consent, voice, isNarrated, hasRecording } = editor;
  const start = useContractMutation(aiNarrationContract.startNarration);
  const cancel = useContractMutation(aiNarrationContract.cancelNarration);
  if (hasRecording) return <p className="text-muted">{t("aiNarration.hasRecording")}</p>;
  const params = { bookId };
  return (
    <RunPanel
      status={getStatusText(narration, isNarrated)}
      progress={narration?.state === "running" ? narration.progress : null}
      progressLabel={t("aiNarration.progress")}
      missing={getMissingText(tools)}
      install={tools.install}
    >
      <div className="flex flex-wrap gap-2.5">
        <RunButton
          isRunning={isRunning(narration)}
          start={{
            label: t(isNarrated ? "aiNarration.startAgain" : "aiNarration.start"),
            icon: <AudioLines aria-hidden />,
            isPending: start.isPending,
            disabled: tools.missing.length > 0 || !consent.isAllowed,
            onClick: () => start.mutate({ params }),
          }}
          cancel={{
            label: t("aiNarration.cancel"),
            isPending: cancel.isPending,
            onClick: () => cancel.mutate({ params }),
          }}
        />
        {isNarrated && <RemoveButton editor={editor} />}
      </div>
      <div className="flex flex-col gap-1 text-muted text-small">
        <p>
          <bdi>{t("aiNarration.voice", { voice })}</bdi>
        </p>
        <p>{t("aiNarration.quran")}</p>
      </div>
    </RunPanel>
  );
}

function RemoveButton({ editor: { bookId } }: { readonly editor: NarrationEditorState }) {
  const remove = useContractMutation(aiNarrationContract.deleteNarration);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button tone="quiet" icon={<Trash2 aria-hidden />} onClick={() => setConfirming(true)}>
        {t("aiNarration.remove")}
      </Button>
      <ConfirmDialog
        title={t("aiNarration.removeTitle")}
        description={t("aiNarration.removeText")}
        confirmLabel={t("aiNarration.remove")}
        isOpen={isConfirming}
        isPending={remove.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ params: { bookId } }, { onSuccess: () => setConfirming(false) })}
      />
    </>
  );
}

function getStatusText(narration: Narration | null, isNarrated: boolean): string {
  if (!narration) return t(isNarrated ? "aiNarration.state_done" : "aiNarration.state_none");
  const { state, reason, about, chaptersDone: done, chapterCount: count } = narration;
  if (state === "queued") return t("aiNarration.queued");
  if (state === "running")
    return count === 0 ? t("aiNarration.running_plan") : t("aiNarration.running", { done, count });
  if (reason) return t(`aiNarration.reason_${reason}` satisfies MessageKey, { about });
  return t(state === "cancelled" ? "aiNarration.state_cancelled" : "aiNarration.state_done");
}

function getMissingText({ missing, install }: NarrationEditorState["tools"]): string {
  if (missing.length === 0) return "";
  const text = t("aiNarration.missing", { programs: formatItems(missing) });
  return install.length > 0 ? `${text} ${t("aiNarration.install")}` : text;
}
