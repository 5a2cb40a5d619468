import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { controlClassName, Field } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

type PasswordFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
};

export function PasswordField({ label, hint, error, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <div dir="ltr" className="relative">
          <input
            {...props}
            {...fieldProps}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${controlClassName} pe-12`}
          />
          <div className="absolute inset-y-0 end-0">
            <IconButton
              label={t(isShown ? "ui.hidePassword" : "ui.showPassword")}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
              icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            />
          </div>
        </div>
      )}
    </Field>
  );
}
