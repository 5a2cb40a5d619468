/** For a layer: Escape in a field whose list of offers is open closes that list, and only then the layer. */
export function closeComboboxOnEscape(event: KeyboardEvent): void {
  const field = event.target instanceof Element && event.target.closest("[role=combobox]");
  if (field && field.getAttribute("aria-expanded") === "true") event.preventDefault();
}
