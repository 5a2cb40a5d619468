import type { Ebook } from "#shared/reader/contract.ts";
import { createEmptyPage } from "#client/features/reader/engine/document/error-page.ts";
import type { OpenBook } from "#client/features/reader/engine/document/open-book.ts";
import type { SectionDocument } from "#client/features/reader/engine/document/section-documents.ts";
import { getRendererKind, type Renderer, type RendererKind } from "./renderer.ts";

export async function createPageRenderer(book: OpenBook, kind: RendererKind): Promise<Renderer> {
  const renderer = document.createElement(await getElementName(kind)) as Renderer;
  renderer.style.cssText = "position:absolute;inset:0;";
  const sections = book.documents.documents.map((sectionDocument) =>
    getRendererKind(sectionDocument) === kind ? sectionDocument : createPlaceholder(sectionDocument),
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
