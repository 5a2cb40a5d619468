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

/** Scrolled text ends at the bars, which are 56 px high. */
const scrolledRules = `
  :host([flow="scrolled"]) #top { grid-template-rows: 56px minmax(0, 1fr) 56px; }
  :host([flow="scrolled"]) #container { grid-row: 2; }
`;

class Pages extends Paginator {
  static override observedAttributes = [...Paginator.observedAttributes, portraitColumnsAttribute];

  /** Called by the paginator's constructor, before our fields are initialized. */
  override attachShadow(init: ShadowRootInit): ShadowRoot {
    const root = super.attachShadow(init);
    roots.set(this, root);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(phoneRules + scrolledRules);
    root.adoptedStyleSheets.push(sheet);
    return root;
  }

  override async next(distance?: number): Promise<void> {
    await this.#fade(() => super.next(distance));
  }

  override async prev(distance?: number): Promise<void> {
    await this.#fade(() => super.prev(distance));
  }

  async #fade(turn: () => Promise<void>): Promise<void> {
    if (!this.hasAttribute("fades") || this.scrolled) return turn();
    const fade = (...opacity: number[]) => this.animate({ opacity }, { duration: 110, fill: "forwards" });
    await fade(1, 0).finished;
    await turn();
    fade(0, 1);
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
