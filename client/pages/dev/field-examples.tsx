import { useState } from "react";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { ComponentExample } from "./component-example.tsx";

export function FieldExamples({ name }: { readonly name: string }) {
  const [selected, setSelected] = useState<"one" | "two">("one");
  const [isOn, setOn] = useState(true);
  return (
    <ComponentExample title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Empty" placeholder="Placeholder" />
        <TextField label="Filled, with a hint" defaultValue="Riyāḍ" hint="Explains the field." />
        <TextField label="With an error" defaultValue="x" error="Please fill this in." />
        <TextField label="Required among optional ones" isMarked aria-required defaultValue="" />
        <TextField label="Disabled" defaultValue="Not now" disabled />
        <PasswordField label={`Password, ${name}`} autoComplete="off" defaultValue="secret" />
        <Select
          label="Select"
          value={selected}
          onChange={setSelected}
          options={[
            { value: "one", label: "One" },
            { value: "two", label: "Two" },
          ]}
        />
        <TextArea label="Text area" defaultValue="سطر أوّل" />
        <div>
          <Switch label="Switch" hint="Takes effect at once." checked={isOn} onChange={setOn} />
          <Switch label="Switch, disabled" checked={false} disabled onChange={setOn} />
          <Checkbox label="Checkbox" defaultChecked />
        </div>
      </div>
    </ComponentExample>
  );
}
