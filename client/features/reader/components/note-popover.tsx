import * as Dialog from "@radix-ui/react-dialog";
import { useEffect, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { splitHref } from "#client/features/reader/chapters.ts";
import { getEntryUrl, isLocal } from "#client/features/reader/engine/document/entries.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import { copyPlain, findNoteElement, type ImageUrl } from "#client/features/reader/engine/position/notes.ts";
import { findElement } from "#client/features/reader/engine/position/resolve-target.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export interface RequestedNote {
  readonly href: string;
  readonly at: { readonly x: number; readonly top: number; readonly bottom: number };
}

interface NotePopoverProps {
  readonly note: RequestedNote;
  readonly ebook: Ebook;
  readonly structure: BookStructure;
  readonly onFollow: (href: string) => void;
  readonly onClose: () => void;
}

const width = 380;

export function NotePopover({ note, ebook, structure, onFollow, onClose }: NotePopoverProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    findNote(note.href, structure)
      .then((element) => {
        if (!isCurrent) return;
        if (element)
          container.current?.replaceChildren(
            copyPlain(element, document, createImageResolver(note.href, ebook, structure)),
          );
        else setMissing(true);
      })
      .catch(() => isCurrent && setMissing(true));
    return () => {
      isCurrent = false;
    };
  }, [note.href, ebook, structure]);

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40" />
        <Dialog.Content
          aria-describedby={undefined}
          style={getPopoverPosition(note.at)}
          className="fixed z-50 flex max-h-[45dvh] flex-col rounded-card border border-line bg-surface text-ink shadow-float outline-none max-sm:inset-x-2! max-sm:top-auto! max-sm:bottom-[max(0.5rem,env(safe-area-inset-bottom))]! max-sm:w-auto!"
        >
          <Dialog.Title className="sr-only">{t("reader.note")}</Dialog.Title>
          <div
            ref={container}
            dir="auto"
            className="reader-note min-h-10 overflow-y-auto overscroll-contain px-5 pt-4 font-reading text-body"
          >
            {isMissing && <p>{t("reader.noteMissing")}</p>}
          </div>
          <div className="flex justify-end gap-1 p-2">
            <Button tone="quiet" size="small" onClick={() => onFollow(note.href)}>
              {t("reader.goToNote")}
            </Button>
            <Dialog.Close asChild>
              <Button tone="quiet" size="small">
                {t("common.close")}
              </Button>
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

async function findNote(href: string, { sections }: BookStructure): Promise<Element | null> {
  const findSection = (path: string) => sections.find(({ item }) => item.path === path);
  const { path, fragment } = splitHref(href, (each) => findSection(each) !== undefined);
  const section = findSection(path);
  if (!section || !fragment) return null;
  const target = findElement(await section.createDocument(), fragment);
  return target && findNoteElement(target);
}

function createImageResolver(href: string, ebook: Ebook, { sections }: BookStructure): ImageUrl {
  const paths = new Set(ebook.entries.map(([entry]) => entry));
  const getPath = (url: string) => splitHref(url, (each) => paths.has(each)).path;
  const path = getPath(href);
  const section = sections.find(({ item }) => item.path === path);
  return (source) => {
    const image = section ? getPath(section.resolveHref(source)) : "";
    return paths.has(image) && !isLocal(ebook) ? getEntryUrl(ebook, image) : null;
  };
}

/** Below the reference if there is room, else above. */
function getPopoverPosition({ x, top, bottom }: RequestedNote["at"]): React.CSSProperties {
  const left = Math.max(8, Math.min(x - width / 2, window.innerWidth - width - 8));
  const isBelow = bottom < window.innerHeight * 0.55;
  return {
    width,
    left,
    ...(isBelow ? { top: bottom + 8 } : { bottom: window.innerHeight - top + 8 }),
  };
}
