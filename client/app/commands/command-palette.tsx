import * as Radix from "@radix-ui/react-dialog";
import { clsx } from "clsx";
import { type KeyboardEvent, useId, useState } from "react";
import { useOnline } from "#client/lib/api/connection.ts";
import type { Command, CommandGroup } from "#client/lib/commands.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { controlClassName } from "#client/ui/forms/field.tsx";
import { useReturnFocus } from "#client/ui/overlays/return-focus.ts";
import { useCommandGroups } from "./use-command-groups.ts";

interface CommandPaletteProps {
  readonly onClose: () => void;
}

/** Finds books, chapters, screens and actions, and opens or runs them. */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(0);
  const returnFocus = useReturnFocus();
  const groups = useCommandGroups(text);
  const commands = groups.flatMap((group) => group.commands);
  const index = Math.min(selected, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // After the focus has returned, so that a panel that opens takes it.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter" && !event.nativeEvent.isComposing) run(commands[index]);
    else if (step === 0 || commands.length === 0) return;
    else select((index + step + commands.length) % commands.length);
    event.preventDefault();
  };
  const select = (next: number) => {
    setSelected(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-60 animate-[appear_180ms_ease-out] bg-black/50" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-4 top-2 z-60 mx-auto flex max-h-[85dvh] max-w-xl flex-col gap-2 overflow-hidden rounded-card bg-surface p-3 text-ink shadow-float"
        >
          <Radix.Title className="sr-only">{t("palette.title")}</Radix.Title>
          <input
            data-initial-focus
            type="text"
            role="combobox"
            dir="auto"
            aria-label={t("palette.title")}
            placeholder={t("palette.placeholder")}
            aria-expanded={commands.length > 0}
            aria-autocomplete="list"
            {...(commands.length > 0 && {
              "aria-controls": `${id}-list`,
              "aria-activedescendant": `${id}-${index}`,
            })}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={100}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setSelected(0);
            }}
            onKeyDown={onKeyDown}
            className={controlClassName}
          />
          <Status text={text} count={commands.length} />
          {commands.length > 0 && (
            <CommandList id={id} groups={groups} selected={commands[index]} onRun={run} />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Status({ text, count }: { readonly text: string; readonly count: number }) {
  const isOnline = useOnline();
  return (
    <>
      <p role="status" className={count > 0 ? "sr-only" : "p-3 text-muted"}>
        {count === 0 ? t("palette.nothing") : text.trim() && t("palette.results", { n: count })}
      </p>
      {!isOnline && <p className="px-3 text-muted text-small">{t("palette.offline")}</p>}
    </>
  );
}

interface CommandListProps {
  readonly id: string;
  readonly groups: readonly CommandGroup[];
  readonly selected: Command | undefined;
  readonly onRun: (command: Command) => void;
}

function CommandList({ id, groups, selected, onRun }: CommandListProps) {
  const commands = groups.flatMap((group) => group.commands);
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("palette.title")}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ title, commands: own }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets.
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className="px-3 pt-3 pb-1 font-semibold text-muted text-small">
            {title}
          </p>
          {own.map((command) => (
            <Option
              key={command.id}
              id={`${id}-${commands.indexOf(command)}`}
              command={command}
              isSelected={command === selected}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isSelected: boolean;
  readonly onRun: (command: Command) => void;
}

function Option({ id, command, isSelected, onRun }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
      onKeyDown={(event) => event.key === "Enter" && onRun(command)}
      className={clsx(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-primary/5",
        isSelected && "bg-primary/10",
      )}
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {command.label}
      </span>
      {command.detail && (
        <span dir="auto" className="min-w-0 truncate text-muted text-small">
          {command.detail}
        </span>
      )}
    </div>
  );
}
