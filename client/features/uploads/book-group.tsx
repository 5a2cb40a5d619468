import { BookOpen, Headphones, Image } from "lucide-react";
import { type FileGroup, isEpub } from "#shared/uploads/group-files.ts";
import { formatBytes, formatList } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { Select } from "#client/ui/forms/select.tsx";

export interface EditedGroup extends FileGroup {
  readonly key: string;
  /** The reader changed the title. */
  readonly isTitleChosen: boolean;
  /** Authors in the tags of audio files; null while unknown. */
  readonly authors: readonly string[] | null;
}

interface BookGroupProps {
  readonly group: EditedGroup;
  readonly others: readonly EditedGroup[];
  readonly isTitleMissing: boolean;
  readonly getSize: (path: string) => number;
  readonly onTitle: (title: string) => void;
  /** Moves a file to another group, to a `new` one, or removes it with null. */
  readonly onMove: (path: string, to: string | null) => void;
}

/** A book before its upload: its title and its files. */
export function BookGroup({ group, others, isTitleMissing, getSize, onTitle, onMove }: BookGroupProps) {
  return (
    <Card className="flex flex-col gap-3">
      <TextField
        label={t("upload.bookTitle")}
        value={group.title}
        maxLength={300}
        error={isTitleMissing && group.title.trim() === "" ? t("upload.titleRequired") : undefined}
        hint={getTitleHint(group)}
        onChange={({ target }) => onTitle(target.value)}
      />
      <ul className="divide-y divide-line">
        {group.paths.map((path) => (
          <li key={path} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <FileIcon path={path} />
            <span dir="auto" className="min-w-0 flex-1 basis-40 break-words">
              {path}
            </span>
            <span className="text-muted text-small">{formatBytes(getSize(path))}</span>
            <Select
              label={t("upload.fileBelongsTo", { file: path })}
              isLabelHidden
              className="max-w-48"
              value={group.key}
              options={[
                { value: group.key, label: t("upload.thisBook") },
                ...others.map(({ key, title }) => ({ value: key, label: title || t("upload.untitled") })),
                ...(group.paths.length > 1 ? [{ value: "new", label: t("upload.newBook") }] : []),
                { value: "none", label: t("upload.leaveOut") },
              ]}
              onChange={(to) => to !== group.key && onMove(path, to === "none" ? null : to)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function getTitleHint({ authors, isTitleChosen, paths }: EditedGroup): string | undefined {
  if (paths.some(isEpub)) return isTitleChosen ? undefined : t("upload.titleFromEpub");
  if (authors === null) return undefined;
  return authors.length > 0
    ? t("upload.authorsFound", { names: formatList(authors.slice(0, 3)) })
    : t("upload.noAuthorFound");
}

function FileIcon({ path }: { readonly path: string }) {
  const Icon = /\.epub$/i.test(path) ? BookOpen : /\.(jpe?g|png|webp)$/i.test(path) ? Image : Headphones;
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />;
}
