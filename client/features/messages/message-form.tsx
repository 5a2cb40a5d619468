import { Send, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { maxMessageLength } from "#shared/messages/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { controlClassName } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface MessageFormProps {
  /** The message that is answered or changed; null for neither. */
  readonly about: { readonly label: string; readonly text: string } | null;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isPending?: boolean;
  readonly onCancelAbout: () => void;
  readonly onTyping?: () => void;
  readonly onSend: (text: string) => void;
}

/** Enter sends, Shift with Enter starts a line; on phones Enter starts a line. */
export function MessageForm(props: MessageFormProps) {
  const { about, text, onChange, isPending = false, onCancelAbout, onTyping, onSend } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (about) area.current?.focus();
  }, [about]);

  const send = () => {
    if (text.trim() !== "" && !isPending) onSend(text.trim());
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    if (event.key !== "Enter" || event.shiftKey || isTouch || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2 border-line border-t bg-surface p-3">
      {about && (
        <div className="flex items-center gap-2 border-accent border-s-2 ps-3 text-small">
          <p className="min-w-0 flex-1">
            <span className="block font-medium">{about.label}</span>
            <span dir="auto" className="block truncate text-muted">
              {about.text}
            </span>
          </p>
          <IconButton label={t("common.cancel")} icon={<X aria-hidden />} onClick={onCancelAbout} />
        </div>
      )}
      <div className="flex items-end gap-2">
        <textarea
          ref={area}
          dir="auto"
          rows={Math.min(6, text.split("\n").length)}
          aria-label={t("messages.text")}
          placeholder={t("messages.text")}
          maxLength={maxMessageLength}
          value={text}
          onChange={({ target }) => {
            onChange(target.value);
            onTyping?.();
          }}
          onKeyDown={onKeyDown}
          className={`${controlClassName} resize-none -scroll-my-28`}
        />
        <IconButton
          type="submit"
          label={t("messages.send")}
          disabled={text.trim() === "" || isPending}
          icon={<Send aria-hidden className="rtl:-scale-x-100" />}
          className="bg-primary text-on-primary hover:bg-primary/90"
        />
      </div>
    </form>
  );
}
