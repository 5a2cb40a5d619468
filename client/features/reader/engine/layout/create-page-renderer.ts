import type { Ebook } from "#shared/reader/contract.ts";
import { createEmptyPage } from "#client/features/reader/engine/document/error-page.ts";
import type { OpenBook } from "#client/features/reader/engine/document/open-book.ts";
import type { SectionDocument } from "#client/features/reader/engine/document/section-documents.ts";
import { getRendererKind, type Relocation, type Renderer, type RendererKind } from "./renderer.ts";

/** @param isNavigating false while only swipes, which the renderer handles itself, move the page */
export async function createPageRenderer(
  book: OpenBook,
  kind: RendererKind,
  isNavigating: () => boolean,
): Promise<Renderer> {
  const renderer = document.createElement(await getElementName(kind)) as Renderer;
  renderer.style.cssText = "position:absolute;inset:0;";
  // Fixed pages drop outdated ones themselves.
  const toShown =
    kind === "fixed" ? (section: SectionDocument) => section : dropOutdatedSwipes(renderer, isNavigating);
  const sections = book.documents.documents.map((sectionDocument) =>
    getRendererKind(sectionDocument) === kind ? toShown(sectionDocument) : createPlaceholder(sectionDocument),
  );
  renderer.open({ ...book, sections });
  return renderer;
}

/** Loads the renderer for a layout early. */
export function preloadRenderer(layout: Ebook["layout"]): void {
  getElementName(layout === "pre-paginated" ? "fixed" : "reflowable").catch(() => {});
}

async function getElementName(kind: RendererKind): Promise<string> {
  if (kind === "fixed") return (await import("./fixed-pages.ts")).fixedElement;
  return (await import("./pages.ts")).pagesElement;
}

const moveReasons: ReadonlySet<Relocation["reason"]> = new Set(["page", "snap", "navigation"]);

/** The chapter that a swipe loads is not shown when the page has moved meanwhile. */
function dropOutdatedSwipes(
  renderer: Renderer,
  isNavigating: () => boolean,
): (section: SectionDocument) => SectionDocument {
  let moves = 0;
  renderer.addEventListener("relocate", (event) => {
    if (moveReasons.has((event as CustomEvent<Relocation>).detail.reason)) moves += 1;
  });
  return (section) => {
    const load = async (): Promise<string> => {
      const isSwipe = !isNavigating();
      moves += 1;
      const move = moves;
      const url = await section.load();
      if (!isSwipe || move === moves) return url;
      section.unload();
      return new Promise(() => {});
    };
    return Object.assign(Object.create(section) as SectionDocument, { load });
  };
}

function createPlaceholder(sectionDocument: SectionDocument): SectionDocument {
  let page = "";
  return {
    id: sectionDocument.id,
    isFixed: sectionDocument.isFixed,
    get linear() {
      return sectionDocument.linear;
    },
    load: () => {
      page = createEmptyPage();
      return Promise.resolve(page);
    },
    unload: () => URL.revokeObjectURL(page),
  };
}
