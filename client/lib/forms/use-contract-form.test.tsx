import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link, Route, Routes, useNavigate } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { supportContract } from "#shared/support/contract.ts";
import { createTestQueryClient, renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { getFieldLimits, hasOptionalTexts } from "./field-limits.ts";
import { useContractForm } from "./use-contract-form.ts";

const { sendMessage } = supportContract;
const filled = { name: "Amina", email: "amina@example.org", message: "Where is volume two?" };

function ExampleForm({ values }: { readonly values: typeof filled }) {
  const form = useContractForm(sendMessage, {
    values,
    toInput: (body) => ({ body: { ...body, topic: "other" as const } }),
    warnsUnsaved: true,
  });
  return (
    <form {...form.props}>
      <TextField {...form.field("name")} label="Name" />
      <TextField {...form.field("email")} label="Email" />
      <TextArea {...form.field("message")} label="Message" />
      <FormError error={form.error} cause={form.cause} />
      <button type="submit" aria-busy={form.isPending}>
        Send
      </button>
      <Link to="/elsewhere">Elsewhere</Link>
      <output>{form.isDirty ? "changed" : "saved"}</output>
    </form>
  );
}

function open(values: typeof filled, ...stubs: readonly Stub[]) {
  const calls = stubCalls(...stubs);
  return { ...calls, ...renderPage(<ExampleForm values={values} />) };
}

const getField = (name: string) => screen.getByRole("textbox", { name });
const getSend = () => screen.getByRole("button", { name: "Send" });

afterEach(() => vi.unstubAllGlobals());

test("limits and required marks come from the contract", () => {
  open(filled);

  expect(getField("Name")).toHaveAttribute("maxlength", "80");
  expect(getField("Message")).toHaveAttribute("maxlength", "4000");
  expect(getField("Email")).toBeRequired();
  expect(hasOptionalTexts(sendMessage.body, ["name", "topic", "email"])).toBe(false);
  expect(hasOptionalTexts(sendMessage.body, ["name", "website"])).toBe(true);
  expect(getFieldLimits(sendMessage.body, "website")).toEqual({ maxLength: 500 });
  expect(getFieldLimits(accountsContract.updateProfile.body, "bio")).toEqual({ maxLength: 1000 });
});

test("what the server would refuse is not sent, and the first invalid field has the focus", async () => {
  const { user, calls } = open(
    { ...filled, email: "nobody", message: "Short" },
    reply(sendMessage, { done: true }),
  );

  await user.click(getSend());

  expect(await screen.findByText("Enter a valid email address.")).toBeVisible();
  expect(getField("Message")).toHaveAccessibleDescription("Enter at least 10 characters.");
  expect(getField("Email")).toHaveFocus();
  expect(calls).toEqual([]);

  await user.type(getField("Email"), "@example.org");
  expect(getField("Email")).toBeValid();
  expect(getField("Message")).toBeInvalid();
});

test("the server's reasons are beside their fields, others below the form", async () => {
  const { user, add } = open(
    filled,
    stubRejection(sendMessage, {
      code: "invalid_input",
      message: "",
      fields: { name: { code: "too_long", max: 3 } },
    }),
  );

  await user.click(getSend());

  expect(await screen.findByText("Enter at most 3 characters.")).toBeVisible();
  expect(getField("Name")).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();

  add(stubRejection(sendMessage, { code: "email_unverified", message: "" }));
  await user.click(getSend());

  expect(await screen.findByRole("alert")).toHaveTextContent("Please verify your email address first.");
  expect(screen.getByRole("link", { name: "Email Settings" })).toBeVisible();
});

test("a second submission waits for the first", async () => {
  const { user, calls, hold } = open(filled, reply(sendMessage, { done: true }));
  const release = hold(() => true);

  await user.dblClick(getSend());
  await user.type(getField("Message"), "{Control>}{Enter}{/Control}");
  expect(getSend()).toHaveAttribute("aria-busy", "true");
  release();

  await vi.waitFor(() => expect(getSend()).toHaveAttribute("aria-busy", "false"));
  expect(calls).toHaveLength(1);
});

test("Enter in a line and Ctrl with Enter in a text submit", async () => {
  const { user, calls } = open(filled, reply(sendMessage, { done: true }));

  await user.type(getField("Name"), "{Enter}");
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  await vi.waitFor(() => expect(getSend()).toHaveAttribute("aria-busy", "false"));
  await user.type(getField("Message"), "{Control>}{Enter}{/Control}");

  await vi.waitFor(() => expect(calls).toHaveLength(2));
});

test("a page with unsaved changes is left only after a question", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  const { user, url } = open(filled, reply(sendMessage, { done: true }));
  const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(true);

  await user.type(getField("Name"), " Rahman");
  expect(leave()).toBe(false);
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(confirm).toHaveBeenCalledOnce();
  expect(url()).toBe("/");

  await user.click(getSend());
  expect(await screen.findByText("saved")).toBeVisible();
  expect(leave()).toBe(true);
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));

  expect(confirm).toHaveBeenCalledOnce();
  expect(url()).toBe("/elsewhere");
});

function Search() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate("/browse")}>
      Search
    </button>
  );
}

function TabbedForm() {
  const [tab, setTab] = useState("form");
  const tabs = ["form", "other"].map((value) => ({ value, label: value }));
  return (
    <Tabs label="Parts" tabs={tabs} value={tab} onChange={setTab}>
      {tab === "form" && <ExampleForm values={filled} />}
      <Link to="?tab=other">Query</Link>
    </Tabs>
  );
}

test("a tab and a link to another query are left only after a question", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  const { user, url } = renderPage(<TabbedForm />);
  await user.type(getField("Name"), " Rahman");

  await user.click(screen.getByRole("tab", { name: "other" }));
  expect(confirm).toHaveBeenCalledOnce();
  expect(getField("Name")).toHaveValue("Amina Rahman");
  await user.click(screen.getByRole("link", { name: "Query" }));
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(url()).toBe("/");
  screen.getByRole("tab", { name: "form" }).focus();
  await user.keyboard("{ArrowRight}");
  expect(confirm).toHaveBeenCalledTimes(2);

  confirm.mockReturnValue(true);
  await user.keyboard("{Enter}");
  expect(confirm).toHaveBeenCalledTimes(3);
  expect(screen.queryByRole("textbox")).toBeNull();
  await user.click(screen.getByRole("tab", { name: "form" }));
  expect(confirm).toHaveBeenCalledTimes(3);
});

test("the browser's back button and the app's own navigation ask as well", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  history.replaceState(null, "", "/start");
  const user = userEvent.setup({ delay: null });
  render(
    <QueryClientProvider client={createTestQueryClient()}>
      <BrowserRouter>
        <Search />
        <Routes>
          <Route path="/start" element={<Link to="/form">Open</Link>} />
          <Route path="/form" element={<ExampleForm values={filled} />} />
          <Route path="*" element={null} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("link", { name: "Open" }));
  await user.type(getField("Name"), " Rahman");

  history.back();
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(location.pathname).toBe("/form"));
  await user.click(screen.getByRole("button", { name: "Search" }));

  expect(confirm).toHaveBeenCalledTimes(2);
  expect(location.pathname).toBe("/form");
  expect(getField("Name")).toHaveValue("Amina Rahman");

  confirm.mockReturnValue(true);
  act(() => history.back());

  expect(await screen.findByRole("link", { name: "Open" })).toBeVisible();
  expect(confirm).toHaveBeenCalledTimes(3);
});
