import { AudioLines, Trash2, X } from "lucide-react";
import { useState } from "react";
import {
  aiNarrationContract,
  type Narration,
  type NarrationEditorState,
} from "#shared/ai-narration/contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
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
    <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-4">
      <div role="status" className="w-full">
        <NarrationStatus narration={narration} isNarrated={isNarrated} />
      </div>
      <MissingTools tools={tools} />
      <div className="flex flex-wrap gap-2.5">
        {isRunning(narration) ? (
          <Button
            tone="secondary"
            icon={<X aria-hidden />}
            isPending={cancel.isPending}
            onClick={() => cancel.mutate({ params })}
          >
            {t("aiNarration.cancel")}
          </Button>
        ) : (
          <Button
            icon={<AudioLines aria-hidden />}
            isPending={start.isPending}
            disabled={tools.missing.length > 0 || !consent.isAllowed}
            onClick={() => start.mutate({ params })}
          >
            {t(isNarrated ? "aiNarration.startAgain" : "aiNarration.start")}
          </Button>
        )}
        {isNarrated && <RemoveButton editor={editor} />}
      </div>
      <div className="flex flex-col gap-1 text-muted text-small">
        <p>
          <bdi>{t("aiNarration.voice", { voice })}</bdi>
        </p>
        <p>{t("aiNarration.quran")}</p>
      </div>
    </div>
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

interface NarrationStatusProps {
  readonly narration: Narration | null;
  readonly isNarrated: boolean;
}

function NarrationStatus({ narration, isNarrated }: NarrationStatusProps) {
  const text = getStatusText(narration, isNarrated);
  if (narration?.state !== "running") return <p className="font-medium">{text}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between gap-4 font-medium">
        <span>{text}</span>
        <span className="tabular-nums">{formatPercent(narration.progress)}</span>
      </p>
      <ProgressBar value={Math.round(narration.progress * 100)} label={t("aiNarration.progress")} />
    </div>
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

function MissingTools({ tools: { missing, install } }: Pick<NarrationEditorState, "tools">) {
  if (missing.length === 0) return null;
  return (
    <div className="flex w-full flex-col gap-2">
      <p>
        {t("aiNarration.missing", { programs: formatItems(missing) })}{" "}
        {install.length > 0 && t("aiNarration.install")}
      </p>
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
