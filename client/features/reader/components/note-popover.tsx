import * as Dialog from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { getFragment, resolvePath } from "#shared/epub/package/resolve-href.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { splitHref } from "#client/features/reader/chapters.ts";
import { fetchEntry, getEntryUrl, isLocal } from "#client/features/reader/engine/document/entries.ts";
import { type FollowedLink, toFollowedLink } from "#client/features/reader/engine/layout/page-input.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import { copyPlain, findNoteElement } from "#client/features/reader/engine/position/notes.ts";
import { findElement } from "#client/features/reader/engine/position/resolve-target.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export interface RequestedNote {
  readonly href: string;
  readonly at: { readonly x: number; readonly top: number; readonly bottom: number };
  /** A link to a file outside of the reading order, of which more is shown than the element it refers to. */
  readonly isPage: boolean;
}

interface NotePopoverProps {
  readonly note: RequestedNote;
  readonly ebook: Ebook;
  readonly structure: BookStructure;
  readonly onGoTo: (href: string) => void;
  /** A link in the note. */
  readonly onLink: (link: FollowedLink) => void;
  readonly onClose: () => void;
}

const width = 380;
const pageClass = "inset-x-4 inset-y-0 m-auto h-fit max-h-[85dvh] max-w-2xl";
const noteClass =
  "max-h-[45dvh] max-sm:inset-x-2! max-sm:top-auto! max-sm:bottom-[max(0.5rem,env(safe-area-inset-bottom))]! max-sm:w-auto!";

export function NotePopover({ note, ebook, structure, onGoTo, onLink, onClose }: NotePopoverProps) {
  const container = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  const follow = useRef(onLink);
  follow.current = onLink;

  useEffect(() => {
    let isCurrent = true;
    setMissing(false);
    void findContent(note, ebook, structure, (link) => follow.current(link))
      .catch(() => null)
      .then((content) => {
        if (!isCurrent) return;
        container.current?.replaceChildren(...(content ? [content] : []));
        container.current?.scrollTo(0, 0);
        setMissing(!content);
      });
    return () => {
      isCurrent = false;
    };
  }, [note, ebook, structure]);

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={clsx("fixed inset-0 z-40", note.isPage && "bg-black/30")} />
        <Dialog.Content
          aria-describedby={undefined}
          style={note.isPage ? {} : getPopoverPosition(note.at)}
          className={clsx(
            "fixed z-50 flex flex-col rounded-card border border-line bg-surface text-ink shadow-float outline-none",
            note.isPage ? pageClass : noteClass,
          )}
        >
          <Dialog.Title className="sr-only">
            {t(note.isPage ? "reader.linkedPage" : "reader.note")}
          </Dialog.Title>
          <div
            ref={container}
            dir="auto"
            className="reader-note min-h-10 overflow-y-auto overscroll-contain px-5 pt-4 pb-1.5 font-reading text-body"
          >
            {isMissing && <p>{t(note.isPage ? "reader.linkedPageMissing" : "reader.noteMissing")}</p>}
          </div>
          <div className="flex justify-end gap-1 p-2">
            {findSection(note.href, structure).section && (
              <Button tone="quiet" size="small" onClick={() => onGoTo(note.href)}>
                {t("reader.goToNote")}
              </Button>
            )}
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

function findSection(href: string, { sections }: BookStructure) {
  const find = (path: string) => sections.find(({ item }) => item.path === path);
  const { path, fragment } = splitHref(href, (each) => find(each) !== undefined);
  return { section: find(path), fragment };
}

/** Null when the book has no such file or element, or the file cannot be shown. */
async function findContent(
  { href, isPage }: RequestedNote,
  ebook: Ebook,
  structure: BookStructure,
  onLink: NotePopoverProps["onLink"],
): Promise<Node | null> {
  const paths = new Set(ebook.entries.map(([entry]) => entry));
  const { path, fragment } = splitHref(href, (each) => paths.has(each));
  const { section } = findSection(href, structure);
  const loaded = section ? await section.createDocument() : await loadFile(ebook, path);
  if (!(loaded instanceof Document)) return loaded;
  const target = fragment ? findElement(loaded, fragment) : null;
  const shown = isPage ? getRest(loaded, target) : target && findNoteElement(target);
  const getImageUrl = (source: string) => {
    const image = resolvePath(path, source) ?? "";
    return paths.has(image) && !isLocal(ebook) ? getEntryUrl(ebook, image) : null;
  };
  const resolve = (target: string) => `${resolvePath(path, target)}${getFragment(target)}`;
  const onFollow = (link: HTMLAnchorElement, target: string) => onLink(toFollowedLink(link, target, resolve));
  return shown && copyPlain(shown, document, { getImageUrl, onFollow });
}

/** The document from an element on. */
function getRest({ body }: Document, start: Element | null): Node {
  if (!start || !body.contains(start)) return body;
  const range = body.ownerDocument.createRange();
  range.selectNodeContents(body);
  range.setStartBefore(start);
  return range.cloneContents();
}

async function loadFile(ebook: Ebook, path: string): Promise<Document | HTMLImageElement | null> {
  const response = await fetchEntry(ebook, path, { credentials: "include" });
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok) return null;
  if (/^application\/xhtml\+xml/.test(type))
    return new DOMParser().parseFromString(await response.text(), "application/xhtml+xml");
  return /^image\//.test(type) ? createImage(await response.blob()) : null;
}

function createImage(blob: Blob): HTMLImageElement {
  const image = document.createElement("img");
  image.src = URL.createObjectURL(blob);
  image.alt = "";
  image.className = "mx-auto block h-auto max-w-full";
  image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  return image;
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
