import { type RefObject, useEffect, useEffectEvent } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;

const typed = new WeakMap<EventTarget, string>();

/** Keeps what is typed into a page that the server drew, until the client has taken its fields over. */
export function saveTyping(page: HTMLElement): void {
  for (const field of page.querySelectorAll<Field>("input, textarea")) {
    if (field.value !== field.defaultValue) typed.set(field, field.value);
  }
  page.addEventListener("input", ({ target }) => target && typed.set(target, (target as Field).value), true);
}

/**
 * Gives a field that React controls what was typed before React was there.
 *
 * @param take is called once, and only if there was something.
 */
export function useTypedBefore(field: RefObject<Field | null>, take: (text: string) => void): void {
  const onTaken = useEffectEvent(take);
  useEffect(() => {
    const before = field.current && typed.get(field.current);
    if (before) onTaken(before);
  }, [field]);
}
