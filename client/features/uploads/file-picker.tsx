import { clsx } from "clsx";
import { FilePlus, FolderPlus } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import type { ChosenFile } from "./engine/upload-engine.ts";
import type { ReadableHandle } from "./engine/upload-persistence.ts";

const accept = ".epub,.mp3,.m4a,.m4b,.ogg,.opus,.flac,.aac,.zip,.cue,.m3u,.m3u8,.jpg,.jpeg,.png,.webp";

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

interface HandleItem extends DataTransferItem {
  /** Chromium only. */
  getAsFileSystemHandle?(): Promise<(FileHandle | FolderHandle) | null>;
}

interface FileHandle extends ReadableHandle {
  readonly kind: "file";
  readonly name: string;
}

interface FolderHandle {
  readonly kind: "directory";
  readonly name: string;
  values(): AsyncIterable<FileHandle | FolderHandle>;
}

/** The files of a drop, with those of dropped folders; with handles where the browser has them. */
export async function readDroppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  // The items are readable only until the first await.
  const dropped = [...items]
    .filter(({ kind }) => kind === "file")
    .map((item: HandleItem) => ({
      handle: item.getAsFileSystemHandle?.() ?? null,
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
    }));
  const found: ChosenFile[] = [];
  for (const { handle: pending, entry, file } of dropped) {
    const handle = await pending?.catch(() => null);
    if (handle) found.push(...(await readHandle(handle, "")));
    else if (entry) found.push(...(await readEntry(entry, "")));
    else if (file) found.push({ path: file.name, file });
  }
  return found;
}

async function readHandle(handle: FileHandle | FolderHandle, parentPath: string): Promise<ChosenFile[]> {
  const path = parentPath + handle.name;
  if (handle.kind === "file") return [{ path, file: await handle.getFile(), handle }];
  const found: ChosenFile[] = [];
  for await (const inner of handle.values()) found.push(...(await readHandle(inner, `${path}/`)));
  return found;
}

async function readEntry(entry: FileSystemEntry, parentPath: string): Promise<ChosenFile[]> {
  const path = parentPath + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path, file }];
  }
  const found: ChosenFile[] = [];
  for (const inner of await getEntries(entry as FileSystemDirectoryEntry)) {
    found.push(...(await readEntry(inner, `${path}/`)));
  }
  return found;
}

/** A reader returns a hundred entries at a time. */
async function getEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}
