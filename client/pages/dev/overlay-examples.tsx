import { useState } from "react";
import { FailureCard } from "#client/ui/feedback/error-boundary.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { ScrollArea } from "#client/ui/scroll-area.tsx";
import { ComponentExample, Row } from "./component-example.tsx";

type Layer = "dialog" | "start" | "bottom";

export function OverlayExamples() {
  const [open, setOpen] = useState<Layer | null>(null);
  const close = () => setOpen(null);
  return (
    <ComponentExample title="Dialogs, sheets, menus, messages, failure">
      <Row>
        <Button tone="secondary" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button tone="secondary" onClick={() => setOpen("start")}>
          Sheet
        </Button>
        <Button tone="secondary" onClick={() => setOpen("bottom")}>
          Bottom sheet
        </Button>
        <Menu
          label="Menu"
          groups={[
            [
              { label: "One", isSelected: true },
              { label: "Two", isSelected: false },
            ],
            [{ label: "Remove", isDestructive: true }],
          ]}
          trigger={(props) => (
            <Button tone="secondary" {...props}>
              Menu
            </Button>
          )}
        />
        <Button
          tone="secondary"
          onClick={() => toast({ title: "Saved", description: "Your changes were saved." })}
        >
          Message
        </Button>
        <Button
          tone="secondary"
          onClick={() => toast({ tone: "destructive", title: "Failed", description: "Please try again." })}
        >
          Destructive message
        </Button>
      </Row>
      <ScrollArea className="h-24 max-w-60 rounded-control border border-line">
        <p className="p-3">{"A panel with more in it than it is tall. ".repeat(8)}</p>
      </ScrollArea>
      <FailureCard name="Component" id="A1B2C3D4" headingLevel={3} onRetry={close} />
      <ConfirmDialog
        title="Remove it?"
        description="Describes what will be deleted."
        confirmLabel="Remove"
        isOpen={open === "dialog"}
        onConfirm={close}
        onClose={close}
      />
      {(["start", "bottom"] as const).map((side) => (
        <Sheet key={side} title="Sheet" side={side} isOpen={open === side} onClose={close}>
          <p className="p-5">Content of the sheet.</p>
        </Sheet>
      ))}
    </ComponentExample>
  );
}
