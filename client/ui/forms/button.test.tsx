import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

const named = (name: string) => screen.getByRole("button", { name });

/** Browsers blur a disabled button; jsdom does not. */
const loseFocus = () => named("Save").blur();

test("a button regains the focus after its action", () => {
  const { rerender } = render(<Button>Save</Button>);
  named("Save").focus();

  rerender(<Button isPending>Save</Button>);
  loseFocus();
  rerender(<Button>Save</Button>);

  expect(named("Save")).toHaveFocus();
});

test("it does not steal the focus", () => {
  const shown = (isPending: boolean) => (
    <>
      <Button isPending={isPending}>Save</Button>
      <Button>Other</Button>
    </>
  );
  const { rerender } = render(shown(false));
  rerender(shown(true));
  rerender(shown(false));
  expect(document.body).toHaveFocus();

  named("Save").focus();
  rerender(shown(true));
  named("Other").focus();
  rerender(shown(false));

  expect(named("Other")).toHaveFocus();
});

test("a double click acts once", async () => {
  const act = vi.fn();
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <Button isPending={false} onClick={act}>
        Save
      </Button>
      <Button type="submit" isPending={false}>
        Send
      </Button>
    </form>,
  );

  await userEvent.dblClick(named("Save"));
  await userEvent.dblClick(named("Send"));

  expect(act).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();
});

test("a repeatable button handles every press", async () => {
  const next = vi.fn();
  render(<Button onClick={next}>Next</Button>);

  await userEvent.dblClick(named("Next"));

  expect(next).toHaveBeenCalledTimes(2);
});
