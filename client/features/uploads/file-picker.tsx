import { clsx } from "clsx";
import { FilePlus, FolderPlus } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { readDroppedFiles } from "./dropped-files.ts";
import type { ChosenFile } from "./engine/upload-engine.ts";

const accept = ".epub,.mp3,.m4a,.m4b,.ogg,.opus,.flac,.aac,.zip,.jpg,.jpeg,.png,.webp";

/** Chooses files or a folder, or takes dropped ones. */
export function FilePicker({ onChoose }: { readonly onChoose: (files: readonly ChosenFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    onChoose([...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name })));
    input.value = "";
  };
  const onDrop = async (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    onChoose(await readDroppedFiles(event.dataTransfer));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the buttons inside.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => void onDrop(event)}
      className={clsx(
        "flex flex-col items-center gap-4 rounded-card border-2 border-dashed px-4 py-10 text-center",
        isDraggedOver ? "border-primary bg-primary/5" : "border-edge bg-surface",
      )}
    >
      <p className="font-medium text-lead">{t("upload.drop")}</p>
      <p className="max-w-measure text-muted">{t("upload.formats")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon={<FilePlus aria-hidden />} onClick={() => files.current?.click()}>
          {t("upload.chooseFiles")}
        </Button>
        <Button tone="secondary" icon={<FolderPlus aria-hidden />} onClick={() => folder.current?.click()}>
          {t("upload.chooseFolder")}
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={t("upload.chooseFiles")}
        onChange={({ target }) => choose(target)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: "" }}
        aria-label={t("upload.chooseFolder")}
        onChange={({ target }) => choose(target)}
      />
    </div>
  );
}
