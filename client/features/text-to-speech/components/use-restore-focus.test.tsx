import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { useRestoreFocus } from "./use-restore-focus.ts";

function Bar({ onClose }: { readonly onClose: () => void }) {
  const bar = useRef<HTMLElement>(null);
  useRestoreFocus(bar);
  return (
    <section ref={bar}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen((previous) => !previous)}>
        Read aloud
      </button>
      <input aria-label="Elsewhere" onFocus={() => setOpen(false)} />
      {isOpen && <Bar onClose={() => setOpen(false)} />}
    </>
  );
}

test("the opener has the focus again after its bar is closed from within", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Read aloud" }));

  await user.click(screen.getByRole("button", { name: "Close" }));

  expect(screen.getByRole("button", { name: "Read aloud" })).toHaveFocus();
});

test("the focus stays when the bar closes for another reason", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Read aloud" }));

  await user.click(screen.getByRole("textbox", { name: "Elsewhere" }));

  expect(screen.getByRole("textbox", { name: "Elsewhere" })).toHaveFocus();
});
