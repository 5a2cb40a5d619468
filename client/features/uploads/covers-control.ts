const controls = "a[href], button, input, select, textarea, summary, [role=button], [role=tab]";

/** Whether an element lies over a control of the page. */
export function coversControl(element: HTMLElement): boolean {
  const area = element.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>(controls)].some((control) => {
    if (element.contains(control) || control.closest("[inert]")) return false;
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    const isOverlapping = left < area.right && right > area.left && top < area.bottom && bottom > area.top;
    return isOverlapping && width > 0 && height > 0 && control.checkVisibility?.() !== false;
  });
}
