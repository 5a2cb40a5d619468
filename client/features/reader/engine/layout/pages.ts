import { Paginator } from "foliate-js/paginator.js";

const roots = new WeakMap<HTMLElement, ShadowRoot>();

/** The attribute for the number of columns in a portrait window, where foliate-js allows only one. */
export const isUprightColumns = "upright-columns";

class Pages extends Paginator {
  static override observedAttributes = [...Paginator.observedAttributes, isUprightColumns];

  /** Called by the paginator's constructor, before our fields are initialized. */
  override attachShadow(init: ShadowRootInit): ShadowRoot {
    const root = super.attachShadow(init);
    roots.set(this, root);
    return root;
  }

  /** A document that is still loading is laid out later. */
  override render(): void {
    if (this.getContents().some(({ doc }) => doc && !doc.body)) return;
    super.render();
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (name !== isUprightColumns) {
      super.attributeChangedCallback(name, before, value);
      return;
    }
    const top = roots.get(this)?.getElementById("top");
    top?.style.setProperty("--_max-column-count-portrait", value ?? "1");
    this.render();
  }
}

export const pagesElement = "reader-pages";
customElements.define(pagesElement, Pages);
