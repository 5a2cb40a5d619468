import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useState } from "react";
import { t } from "#client/lib/i18n/i18n.ts";
import { controlClassName, Field, type FieldTexts } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

type PasswordFieldProps = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, "type">;

export function PasswordField({ label, isMarked, hint, error, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} isMarked={isMarked} hint={hint} error={error}>
      {(fieldProps) => (
        <div dir="ltr" className="relative">
          <input
            {...props}
            {...fieldProps}
            // A long pasted password must not be cut unseen.
            maxLength={undefined}
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
