interface InlineStyle {
  readonly element: HTMLElement;
  readonly property: string;
  readonly value: string;
  readonly priority: string;
}

const overriddenStyles = new WeakMap<Document, InlineStyle[]>();

/** Overrides an inline style until `restoreAll`. */
export function overrideStyle(element: HTMLElement, property: string, value: string): void {
  const { style, ownerDocument } = element;
  const styles = overriddenStyles.get(ownerDocument) ?? [];
  overriddenStyles.set(ownerDocument, styles);
  styles.push({
    element,
    property,
    value: style.getPropertyValue(property),
    priority: style.getPropertyPriority(property),
  });
  style.setProperty(property, value, "important");
}

/** Restores the inline styles of all elements of a document. */
export function restoreAll(doc: Document): void {
  for (const { element, property, value, priority } of overriddenStyles.get(doc)?.toReversed() ?? [])
    element.style.setProperty(property, value, priority);
  overriddenStyles.delete(doc);
}
