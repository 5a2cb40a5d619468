import { Bold, EyeOff, Italic, Quote } from "lucide-react";
import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { TextArea } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { QuotationTools } from "./lazy-quotation-tools.ts";

interface RichTextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly maxLength?: number;
  readonly rows?: number;
  readonly error?: string | undefined;
  /** Shows people whose name begins with the text after an @. */
  readonly suggest?: (prefix: string, onChoose: (username: string) => void) => ReactNode;
}

interface Mark {
  readonly text: MessageKey;
  readonly icon: ReactNode;
  readonly start: string;
  readonly end: string;
}

const marks: readonly Mark[] = [
  { text: "richText.bold", icon: <Bold aria-hidden />, start: "**", end: "**" },
  { text: "richText.italic", icon: <Italic aria-hidden />, start: "*", end: "*" },
  { text: "richText.quote", icon: <Quote aria-hidden />, start: "\n> ", end: "\n" },
  { text: "richText.spoiler", icon: <EyeOff aria-hidden />, start: "||", end: "||" },
];

/** A text area for Markdown. */
export function RichTextArea({ onChange, suggest, ...props }: RichTextAreaProps) {
  const container = useRef<HTMLDivElement>(null);
  const [prefix, setPrefix] = useState("");
  const choose = (username: string) => {
    const text = completeMention(container, prefix, username);
    setPrefix("");
    onChange(text);
  };
  return (
    <div ref={container}>
      <TextArea
        {...props}
        onChange={({ target }) => {
          setPrefix(findMentionPrefix(target));
          onChange(target.value);
        }}
      />
      {prefix && suggest?.(prefix, choose)}
      <Suspense>
        <QuotationTools value={props.value} onChange={onChange} />
      </Suspense>
      <div role="toolbar" aria-label={t("richText.formatting")} className="mt-1 flex text-muted">
        {marks.map((mark) => (
          <IconButton
            key={mark.text}
            label={t(mark.text)}
            icon={mark.icon}
            className="[&_svg]:size-4.5"
            onClick={() => onChange(wrap(container, mark))}
          />
        ))}
      </div>
    </div>
  );
}

const beforeCaret = /(?:^|[^\p{L}\p{N}_])@([\p{L}\p{N}_.-]{1,30})$/u;

/** The name after an @ before the caret; empty for none. */
const findMentionPrefix = ({ value, selectionStart }: HTMLTextAreaElement): string =>
  beforeCaret.exec(value.slice(0, selectionStart))?.[1] ?? "";

function completeMention(
  container: RefObject<HTMLDivElement | null>,
  prefix: string,
  username: string,
): string {
  const area = container.current?.querySelector("textarea");
  if (!area) return "";
  const { selectionStart, value } = area;
  const start = value.slice(0, selectionStart - prefix.length);
  const caret = start.length + username.length + 1;
  area.focus();
  // After React has set the new value.
  requestAnimationFrame(() => area.setSelectionRange(caret, caret));
  return `${start}${username} ${value.slice(selectionStart)}`;
}

/** Puts the marks around the selection. */
function wrap(container: RefObject<HTMLDivElement | null>, { start, end }: Mark): string {
  const area = container.current?.querySelector("textarea");
  if (!area) return "";
  const { selectionStart: from, selectionEnd: to, value } = area;
  const selected = value.slice(from, to);
  const caret = from + start.length + selected.length;
  area.focus();
  requestAnimationFrame(() => area.setSelectionRange(from + start.length, caret));
  return value.slice(0, from) + start + selected + end + value.slice(to);
}
