export function closeComboboxOnEscape(event: KeyboardEvent): void {
  const field = event.target instanceof Element && event.target.closest("[role=combobox]");
  if (field && field.getAttribute("aria-expanded") === "true") event.preventDefault();
}
