interface Own {
  readonly element: HTMLElement;
  readonly property: string;
  readonly value: string;
  readonly priority: string;
}

const overruled = new WeakMap<Document, Own[]>();

/** Overrides an inline style until `restoreAll`. */
export function overrideStyle(element: HTMLElement, property: string, value: string): void {
  const { style, ownerDocument } = element;
  const own = overruled.get(ownerDocument) ?? [];
  overruled.set(ownerDocument, own);
  own.push({
    ...{ element, property, value: style.getPropertyValue(property) },
    priority: style.getPropertyPriority(property),
  });
  style.setProperty(property, value, "important");
}

/** Restores the inline styles of all elements of a document. */
export function restoreAll(doc: Document): void {
  for (const { element, property, value, priority } of overruled.get(doc)?.toReversed() ?? [])
    element.style.setProperty(property, value, priority);
  overruled.delete(doc);
}
