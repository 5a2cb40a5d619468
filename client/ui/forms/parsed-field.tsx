import { type InputHTMLAttributes, useState } from "react";
import { TextField } from "./field.tsx";

interface ParsedFieldProps<Value>
  extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "defaultValue" | "onChange"> {
  readonly label: string;
  readonly hint?: string;
  /** Later texts are ignored. */
  readonly firstText: string;
  /** Null for an invalid text. */
  readonly parse: (text: string) => Value | null;
  readonly invalidText: string;
  readonly onChange: (value: Value) => void;
}

/** A text field that keeps what is typed and passes on what is valid. */
export function ParsedField<Value>(props: ParsedFieldProps<Value>) {
  const { firstText, parse, invalidText, onChange, ...field } = props;
  const [text, setText] = useState(firstText);
  return (
    <TextField
      {...field}
      error={parse(text) === null ? invalidText : undefined}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const value = parse(target.value);
        if (value !== null) onChange(value);
      }}
    />
  );
}
