import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

const getButton = (name: string) => screen.getByRole("button", { name });

/** Browsers blur a disabled button; jsdom does not. */
const blurButton = () => getButton("Save").blur();

test("a button regains the focus after its action", () => {
  const { rerender } = render(<Button>Save</Button>);
  getButton("Save").focus();

  rerender(<Button isPending>Save</Button>);
  blurButton();
  rerender(<Button>Save</Button>);

  expect(getButton("Save")).toHaveFocus();
});

test("it does not steal the focus", () => {
  const renderButton = (isPending: boolean) => (
    <>
      <Button isPending={isPending}>Save</Button>
      <Button>Other</Button>
    </>
  );
  const { rerender } = render(renderButton(false));
  rerender(renderButton(true));
  rerender(renderButton(false));
  expect(document.body).toHaveFocus();

  getButton("Save").focus();
  rerender(renderButton(true));
  getButton("Other").focus();
  rerender(renderButton(false));

  expect(getButton("Other")).toHaveFocus();
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

  await userEvent.dblClick(getButton("Save"));
  await userEvent.dblClick(getButton("Send"));

  expect(act).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();
});

test("a repeatable button handles every press", async () => {
  const next = vi.fn();
  render(<Button onClick={next}>Next</Button>);

  await userEvent.dblClick(getButton("Next"));

  expect(next).toHaveBeenCalledTimes(2);
});
