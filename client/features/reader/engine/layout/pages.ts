import { Paginator } from "foliate-js/paginator.js";

const roots = new WeakMap<HTMLElement, ShadowRoot>();

/** The attribute for the number of columns in a portrait window, where foliate-js allows only one. */
export const portraitColumnsAttribute = "portrait-columns";

/**
 * In portrait windows foliate-js stacks two rows of vertical text, which a phone has no room for. It takes the gap
 * from the height of the window, about twice the width.
 */
const phoneRules = `
  @container (orientation: portrait) and (max-width: 600px) {
    #top.vertical { --_max-column-count-spread: 1; --_max-height: 100%; --_gap: var(--_half-of-gap) !important; }
  }
`;

class Pages extends Paginator {
  static override observedAttributes = [...Paginator.observedAttributes, portraitColumnsAttribute];

  /** Called by the paginator's constructor, before our fields are initialized. */
  override attachShadow(init: ShadowRootInit): ShadowRoot {
    const root = super.attachShadow(init);
    roots.set(this, root);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(phoneRules);
    root.adoptedStyleSheets.push(sheet);
    return root;
  }

  /** A document that is still loading is null. */
  override getContents() {
    return super.getContents().map((content) => (content.doc?.body ? content : { ...content, doc: null }));
  }

  /** A document that is still loading is laid out later. */
  override render(): void {
    if (super.getContents().some(({ doc }) => doc && !doc.body)) return;
    super.render();
  }

  override attributeChangedCallback(name: string, previous: string | null, value: string | null): void {
    const top = roots.get(this)?.getElementById("top");
    if (name !== portraitColumnsAttribute) {
      if (name === "gap")
        top?.style.setProperty("--_half-of-gap", `${Number.parseFloat(value ?? "7%") / 2}%`);
      super.attributeChangedCallback(name, previous, value);
      return;
    }
    top?.style.setProperty("--_max-column-count-portrait", value ?? "1");
    this.render();
  }
}

export const pagesElement = "reader-pages";
customElements.define(pagesElement, Pages);
