import { emptyPage } from "#client/features/reader/engine/document/error-page.ts";
import type { OpenBook } from "#client/features/reader/engine/document/open-book.ts";
import type { SectionDocument } from "#client/features/reader/engine/document/section-documents.ts";
import { getRendererKind, type Kind, type Renderer } from "./renderer.ts";

export async function createPageRenderer(book: OpenBook, kind: Kind): Promise<Renderer> {
  const renderer = document.createElement(await elementFor(kind)) as Renderer;
  renderer.style.cssText = "position:absolute;inset:0;";
  const sections = book.leaves.shown.map((leaf) =>
    getRendererKind(leaf) === kind ? leaf : getThreshold(leaf),
  );
  renderer.open({ ...book, sections });
  return renderer;
}

async function elementFor(kind: Kind): Promise<string> {
  if (kind === "fixed") return (await import("./fixed-pages.ts")).fixedElement;
  return (await import("./pages.ts")).pagesElement;
}

function getThreshold(leaf: SectionDocument): SectionDocument {
  let page = "";
  return {
    id: leaf.id,
    isFixed: leaf.isFixed,
    get linear() {
      return leaf.linear;
    },
    load: () => {
      page = emptyPage();
      return Promise.resolve(page);
    },
    unload: () => URL.revokeObjectURL(page),
  };
}
