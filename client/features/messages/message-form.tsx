import { ImagePlus, Send, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import {
  type ConversationId,
  type Message,
  maxMessageLength,
  maxPictures,
} from "#shared/messages/message.ts";
import { summarizeMessage } from "#shared/messages/summarize-message.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { controlClassName } from "#client/ui/forms/field.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { QuotationTools } from "#client/ui/forms/lazy-quotation-tools.ts";
import { formatExcerpt } from "./format-excerpt.ts";
import type { MessageOutbox } from "./message-outbox.ts";
import { type PictureUploads, usePictureUploads } from "./use-picture-uploads.ts";
import type { useMessageChanges } from "./use-thread.ts";

/** The text that is being written: a new message, an answer, or a change of an earlier one. */
export function useComposer(
  conversationId: ConversationId,
  outbox: MessageOutbox,
  { change, isChanging }: Pick<ReturnType<typeof useMessageChanges>, "change" | "isChanging">,
  canSendPictures: boolean,
) {
  const [replyTo, setReplyTo] = useState<Message | null>(null);
  const [edited, setEdited] = useState<Message | null>(null);
  const uploads = usePictureUploads(conversationId);
  const target = edited ?? replyTo;
  const reset = () => {
    setEdited(null);
    setReplyTo(null);
  };
  const send = (text: string) => {
    outbox.put({
      clientId: createId(),
      conversationId,
      text,
      at: new Date().toISOString(),
      replyToId: replyTo?.id ?? null,
      pictureIds: uploads.pictures.map(({ id }) => id),
    });
    form.set({ text: "" });
    uploads.clear();
    reset();
  };
  const form = useForm({
    values: { text: "", editedText: "" },
    onSubmit: ({ text, editedText }) => {
      // A refused change stays in the form.
      if (edited) change(edited, editedText.trim(), reset);
      else send(text.trim());
    },
  });
  const name = edited ? "editedText" : "text";
  return {
    reply: (message: Message) => {
      setEdited(null);
      setReplyTo(message);
    },
    edit: (message: Message) => {
      setReplyTo(null);
      setEdited(message);
      form.set({ editedText: message.source ?? "" });
    },
    form: {
      target: target && {
        label: t(edited ? "messages.editing" : "messages.replying"),
        text: formatExcerpt(summarizeMessage(target.content, target.pictures.length > 0)),
      },
      uploads: canSendPictures && !edited ? uploads : null,
      text: form.values[name],
      isPending: isChanging,
      onChange: (text: string) => form.set({ [name]: text }),
      onCancelTarget: reset,
      onSend: form.submit,
    },
  };
}

interface MessageFormProps {
  /** The message that is answered or changed; null for neither. */
  readonly target: { readonly label: string; readonly text: string } | null;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Null where pictures cannot be sent. */
  readonly uploads?: PictureUploads | null;
  readonly isPending?: boolean;
  readonly hasAutoFocus?: boolean;
  readonly onCancelTarget: () => void;
  readonly onTyping?: () => void;
  readonly onSend: () => void;
}

/** Enter sends, Shift with Enter starts a line; on phones Enter starts a line. */
export function MessageForm(props: MessageFormProps) {
  const {
    target,
    text,
    onChange,
    uploads = null,
    isPending = false,
    hasAutoFocus = false,
    onCancelTarget,
    onTyping,
    onSend,
  } = props;
  const isEmpty = text.trim() === "" && (uploads?.pictures.length ?? 0) === 0;
  const canSend = !isEmpty && !isPending && !uploads?.isUploading;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (target || hasAutoFocus) area.current?.focus();
  }, [target, hasAutoFocus]);

  const send = () => {
    if (!canSend) return;
    onSend();
    // The button is disabled now, and a phone would close its keyboard.
    area.current?.focus();
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
      {target && (
        <div className="flex items-center gap-2 border-accent border-s-2 ps-3 text-small">
          <p className="min-w-0 flex-1">
            <span className="block font-medium">{target.label}</span>
            <span dir="auto" className="block truncate text-muted">
              {target.text}
            </span>
          </p>
          <IconButton label={t("common.cancel")} icon={<X aria-hidden />} onClick={onCancelTarget} />
        </div>
      )}
      {uploads && <PicturePreviews uploads={uploads} />}
      <Suspense>
        <QuotationTools value={text} onChange={onChange} />
      </Suspense>
      <div className="flex items-end gap-2">
        {uploads && <PicturePicker uploads={uploads} />}
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
          onPaste={({ clipboardData }) => void uploads?.add(getImages(clipboardData.files))}
          className={`${controlClassName} resize-none -scroll-my-28`}
        />
        <IconButton
          type="submit"
          label={t("messages.send")}
          disabled={!canSend}
          icon={<Send aria-hidden />}
          className="bg-primary text-on-primary hover:bg-primary/90"
        />
      </div>
    </form>
  );
}

const getImages = (files: FileList): File[] => [...files].filter(({ type }) => type.startsWith("image/"));

function PicturePicker({ uploads }: { readonly uploads: PictureUploads }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={t("messages.addPicture")}
        disabled={uploads.pictures.length >= maxPictures}
        icon={<ImagePlus aria-hidden />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t("messages.addPicture")}
        onChange={({ target }) => {
          void uploads.add(getImages(target.files ?? new DataTransfer().files));
          target.value = "";
        }}
      />
    </>
  );
}

function PicturePreviews({
  uploads: { pictures, isUploading, remove },
}: {
  readonly uploads: PictureUploads;
}) {
  if (pictures.length === 0 && !isUploading) return null;
  return (
    <ul className="flex flex-wrap items-center gap-3 pt-2">
      {pictures.map(({ id, preview, name }) => (
        <li key={id} className="relative">
          <img src={preview} alt={name} className="size-16 rounded-control object-cover" />
          <span className="absolute -end-3 -top-3">
            <IconButton
              label={t("messages.removePicture", { name })}
              icon={<X aria-hidden className="rounded-full bg-surface" />}
              onClick={() => remove(id)}
            />
          </span>
        </li>
      ))}
      {isUploading && <li className="text-muted text-small">{t("messages.uploading")}</li>}
    </ul>
  );
}
