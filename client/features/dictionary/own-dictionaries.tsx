import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, Trash } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { keepFocusInRows } from "#client/lib/keep-focus-in-rows.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { callDictionaries } from "./engine/dictionary-client.ts";
import type { DictionaryInfo } from "./engine/stored-entry.ts";
import { RefusedFile } from "./import/refused-file.ts";

const queryKey = ["own dictionaries"];
const kinds = { stardict: "StarDict", yomitan: "Yomitan" } as const;

/** The reader's dictionaries on this device: added, put in order and removed. */
export function OwnDictionaries() {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<DictionaryInfo | null>(null);
  const dictionaries = useQuery({
    queryKey,
    queryFn: () => callDictionaries("list", []),
    networkMode: "always",
    retry: false,
  });
  const refetch = () => client.invalidateQueries({ queryKey });
  const orderMutation = useMutation({
    mutationFn: (ids: readonly string[]) => callDictionaries("order", [ids]),
    onSettled: refetch,
    networkMode: "always",
  });
  const removeMutation = useMutation({
    mutationFn: (id: string) => callDictionaries("remove", [id]),
    onSettled: () => {
      setRemoved(null);
      return refetch();
    },
    networkMode: "always",
  });
  const { error } = dictionaries;
  return (
    <div ref={keepFocusInRows} className="flex flex-col gap-4">
      <p className="text-muted">{t("dictionary.ownHint")}</p>
      {error instanceof RefusedFile ? (
        <p role="alert">{t(`dictionary.refused-${error.refusal.code}`, { part: "" })}</p>
      ) : (
        <>
          <QueryState query={dictionaries} loading={<Skeleton className="h-16 rounded-card" />}>
            {(rows) => <DictionaryRows rows={rows} onOrder={orderMutation.mutate} onRemove={setRemoved} />}
          </QueryState>
          <AddDictionary onAdded={refetch} />
        </>
      )}
      {removed && (
        <ConfirmDialog
          isOpen
          title={t("dictionary.removeTitle")}
          description={t("dictionary.removeHint", { title: removed.title })}
          confirmLabel={t("dictionary.removeAction")}
          isPending={removeMutation.isPending}
          onConfirm={() => removeMutation.mutate(removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </div>
  );
}

interface DictionaryRowsProps {
  readonly rows: readonly DictionaryInfo[];
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onRemove: (dictionary: DictionaryInfo) => void;
}

function DictionaryRows({ rows, onOrder, onRemove }: DictionaryRowsProps) {
  if (rows.length === 0) return <p>{t("dictionary.none")}</p>;
  const move = (index: number, by: number) => {
    if (!rows[index + by]) return;
    const ids = rows.map(({ id }) => id);
    const [id = ""] = ids.splice(index, 1);
    ids.splice(index + by, 0, id);
    onOrder(ids);
  };
  return (
    <ol className="divide-y divide-line">
      {rows.map((row, index) => (
        <li key={row.id} className="flex items-center gap-2 py-2">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="break-words font-medium">
              {row.title}
            </p>
            <p className="text-muted text-small">
              <bdi>{kinds[row.kind]}</bdi> · {t("dictionary.entries", { n: row.entryCount })}
            </p>
          </div>
          <IconButton
            label={t("dictionary.moveUp", { title: row.title })}
            icon={<ArrowUp aria-hidden />}
            aria-disabled={index === 0}
            className="aria-disabled:opacity-55"
            onClick={() => move(index, -1)}
          />
          <IconButton
            label={t("dictionary.moveDown", { title: row.title })}
            icon={<ArrowDown aria-hidden />}
            aria-disabled={index === rows.length - 1}
            className="aria-disabled:opacity-55"
            onClick={() => move(index, 1)}
          />
          <IconButton
            label={t("dictionary.remove", { title: row.title })}
            icon={<Trash aria-hidden />}
            onClick={() => onRemove(row)}
          />
        </li>
      ))}
    </ol>
  );
}

function AddDictionary({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState(0);
  const addMutation = useMutation({
    mutationFn: (files: readonly File[]) => callDictionaries("add", [files], setProgress),
    onMutate: () => setProgress(0),
    onSuccess: async ({ title }) => {
      toast({ title: t("dictionary.added", { title }) });
      await onAdded();
      return navigator.storage?.persist?.();
    },
    networkMode: "always",
    meta: { handlesErrors: true },
  });
  const { error, isPending } = addMutation;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        tone="secondary"
        icon={<Plus aria-hidden />}
        isPending={isPending}
        onClick={() => input.current?.click()}
      >
        {t("dictionary.chooseFiles")}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("dictionary.chooseFiles")}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          if (files.length > 0) addMutation.mutate(files);
        }}
      />
      {isPending && <ProgressBar label={t("dictionary.adding")} value={progress * 100} />}
      {error instanceof RefusedFile && (
        <p role="alert" className="text-destructive">
          {t(`dictionary.refused-${error.refusal.code}`, { part: error.refusal.part ?? "" })}
        </p>
      )}
    </div>
  );
}
