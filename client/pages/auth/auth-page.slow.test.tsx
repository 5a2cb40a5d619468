import { screen, within } from "@testing-library/react";
import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { Route, Routes } from "react-router-dom";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { useNewAccount } from "#client/features/accounts/sign-in/new-account.ts";
import { NewAccountNotice } from "#client/features/accounts/sign-in/new-account-notice.tsx";
import { makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AuthPage } from "./auth-page.tsx";

const {
  getUser,
  getSignInOptions,
  getProofOfWork,
  signIn,
  signUp,
  resetPassword,
  verifyEmail,
  undoRegistration,
} = accountsContract;
const guest = stubRejection(getUser, { code: "unauthenticated", message: "Unauthorized: please sign in." });
const signInOptions = {
  productName: "Maktaba",
  registration: "open" as const,
  registersOnSignIn: true,
  requiresSignUpChallenge: false,
  passwordMinLength: 6,
  sendsEmail: true,
  providerName: "",
};
const options = reply(getSignInOptions, signInOptions);

function Notice() {
  const account = useNewAccount();
  return account && !account.isUndone && <NewAccountNotice email={account.email} />;
}

function open(at = "/auth", ...more: readonly Stub[]) {
  const calls = stubCalls(guest, options, ...more);
  const page = renderPage(
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="*" element={<h1>Elsewhere</h1>} />
    </Routes>,
    { at },
  );
  return { ...page, ...calls };
}

async function fillIn(user: ReturnType<typeof open>["user"]): Promise<void> {
  for (const [label, text] of [
    ["First name", "Amina"],
    ["Last name", "Rahman"],
    ["Username", "amina"],
    ["Email", "amina@example.org"],
    ["Password", "a good one"],
  ] as const) {
    await user.type(await screen.findByLabelText(label), text);
  }
}

const findButton = (name: string) => screen.findByRole("button", { name });

describe("signing in", () => {
  test("requires email and password, with messages beside the fields", async () => {
    const { user, calls } = open();

    await user.click(await findButton("Sign In"));

    expect(await screen.findByText("Missing Information")).toBeVisible();
    expect(screen.getByText("Please enter both email and password.")).toBeVisible();
    expect(screen.getByLabelText("Email")).toHaveAccessibleDescription("This field is required.");
    expect(screen.getByLabelText("Password")).toBeInvalid();
    expect(screen.getByLabelText("Email")).toHaveFocus();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("refuses a password of fewer than 6 characters", async () => {
    const { user } = open();

    await user.type(await screen.findByLabelText("Email"), "amina@example.org");
    await user.type(screen.getByLabelText("Password"), "12345");
    await user.click(await findButton("Sign In"));

    expect(await screen.findByText("Password Too Short")).toBeVisible();
    expect(screen.getAllByText("Password must be at least 6 characters long.")).not.toHaveLength(0);
  });

  test("sends what was typed, welcomes and goes home", async () => {
    const { user, calls, url } = open("/auth", reply(signIn, { user: makeUser(), isNew: false }));

    await user.type(await screen.findByLabelText("Email"), "amina@example.org");
    await user.type(screen.getByLabelText("Password"), "a good one");
    await user.click(screen.getByLabelText("Stay logged in on this device"));
    await user.click(await findButton("Sign In"));

    expect(await screen.findByText("Welcome Back!")).toBeVisible();
    expect(screen.getByText("You've been signed in successfully.")).toBeVisible();
    await vi.waitFor(() => expect(url()).toBe("/home"));
    expect(calls.find(({ method }) => method === "POST")).toEqual({
      method: "POST",
      url: "/api/auth/signin",
      body: { email: "amina@example.org", password: "a good one", rememberMe: true },
    });
  });

  test("returns to the requested page, when that is on this site", async () => {
    const { user, url } = open(
      "/auth?returnTo=%2Flibrary%3Fstatus%3Dpaused",
      reply(signIn, { user: makeUser(), isNew: true }),
    );

    await user.type(await screen.findByLabelText("Email"), "amina@example.org");
    await user.type(screen.getByLabelText("Password"), "a good one{Enter}");

    expect(await screen.findByText("Account Created!")).toBeVisible();
    await vi.waitFor(() => expect(url()).toBe("/library?status=paused"));
  });

  test("says why it failed; without a reason, only a 401 is about the credentials", async () => {
    const rejected = stubRejection(signIn, {
      code: "unauthenticated",
      message: "",
      reason: { code: "too_many_sign_ins" },
    });
    const { user, add } = open("/auth", rejected);
    await user.type(await screen.findByLabelText("Email"), "amina@example.org");
    await user.type(screen.getByLabelText("Password"), "a good one");

    await user.click(await findButton("Sign In"));

    expect(await screen.findByText("Sign In Failed")).toBeVisible();
    expect(screen.getByText("Too many sign-ins right now. Please try again.")).toBeVisible();

    add(stubRejection(signIn, { code: "internal", message: "" }));
    await user.click(await findButton("Sign In"));

    expect(await screen.findAllByText("Something went wrong on our side.")).not.toHaveLength(0);
    expect(screen.queryByText("Please check your credentials and try again.")).toBeNull();

    add(stubRejection(signIn, { code: "unauthenticated", message: "" }));
    await user.click(await findButton("Sign In"));

    expect(await screen.findByText("Please check your credentials and try again.")).toBeVisible();
  });

  test("says in both modes that new users are registered, and toggles the password", async () => {
    const note = "New users are registered automatically on first sign-in.";
    const signUpForm = open("/auth?mode=sign-up");
    expect(await screen.findByText(note)).toBeVisible();
    signUpForm.unmount();
    const { user } = open();

    expect(await screen.findByText("New users are registered automatically on first sign-in.")).toBeVisible();
    await user.click(await findButton("Show password"));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
    await user.click(await findButton("Hide password"));
    expect(screen.getByLabelText("Password")).toHaveAttribute("type", "password");
    expect(screen.getByLabelText("Password")).toHaveAttribute("autocomplete", "current-password");
  });
});

describe("creating an account", () => {
  test("requires every field", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("tab", { name: "Create Account" }));
    await user.type(screen.getByLabelText("Email"), "amina@example.org");
    await user.type(screen.getByLabelText("Password"), "a good one");

    await user.click(await findButton("Create Account"));

    expect(await screen.findByText("Please fill in all required fields.")).toBeVisible();
    expect(screen.getByLabelText("Username")).toBeInvalid();
  });

  test("marks all missing fields at once and focuses the first", async () => {
    const { user } = open("/auth?mode=sign-up");

    await user.click(await findButton("Create Account"));

    expect(await screen.findByText("Please enter both email and password.")).toBeVisible();
    for (const label of ["First name", "Last name", "Username", "Email", "Password"]) {
      expect(screen.getByLabelText(label)).toBeInvalid();
    }
    expect(screen.getByLabelText("First name")).toHaveFocus();
  });

  test("solves the server's challenge first, when required", async () => {
    const challenge = await createChallenge({
      algorithm: "PBKDF2/SHA-256",
      cost: 1,
      counter: 5,
      deriveKey,
      hmacSignatureSecret: "a secret",
    });
    const { user, calls } = open(
      "/auth?mode=sign-up",
      reply(getSignInOptions, { ...signInOptions, requiresSignUpChallenge: true }),
      reply(getProofOfWork, { challenge: JSON.stringify(challenge) }),
      reply(signUp, { user: makeUser(), isNew: true }),
    );
    await fillIn(user);

    await user.click(await findButton("Create Account"));

    expect(await screen.findByRole("heading", { name: "Elsewhere" })).toBeVisible();
    const sent = calls.find(({ method }) => method === "POST")?.body as { proof: string };
    expect(JSON.parse(sent.proof)).toMatchObject({ challenge, solution: { counter: 5 } });
  });

  test("shows server errors beside their fields", async () => {
    const takenMessage = "This username is already taken.";
    const { user } = open(
      "/auth?mode=sign-up",
      stubRejection(signUp, {
        code: "conflict",
        message: "",
        reason: { code: "username_taken" },
        fields: { username: { code: "username_taken" } },
      }),
    );
    await fillIn(user);

    await user.click(await findButton("Create Account"));

    expect(await screen.findByText("Sign Up Failed")).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(
      `2 to 30 letters, digits, dots, hyphens or underscores. No spaces. ${takenMessage}`,
    );
    await vi.waitFor(() => expect(screen.getByLabelText("Username")).toHaveFocus());
  });
});

describe("an account made for a mistyped address", () => {
  const user = makeUser({ email: "a@b.example" });
  const openAndSignIn = async () => {
    const calls = stubCalls(guest, options, reply(signIn, { user, isNew: true }));
    const page = renderPage(
      <>
        <Notice />
        <Routes>
          <Route path="/auth" element={<AuthPage />} />
          <Route path="*" element={<h1>Elsewhere</h1>} />
        </Routes>
      </>,
      { at: "/auth" },
    );
    await page.user.type(await screen.findByLabelText("Email"), "a@b.example");
    await page.user.type(screen.getByLabelText("Password"), "a good one{Enter}");
    expect(await screen.findByText("A new account was created for a@b.example")).toBeVisible();
    expect(screen.getByText("Account Created!")).toBeVisible();
    return { ...page, ...calls };
  };

  test("is undone, and the form has the address", async () => {
    const { user: hand, add, unmount } = await openAndSignIn();
    const assign = vi.fn();
    vi.stubGlobal("location", { ...location, assign });
    add(reply(undoRegistration, { done: true }));

    await hand.click(screen.getByRole("button", { name: "Undo" }));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/auth"));
    expect(screen.queryByText("A new account was created for a@b.example")).toBeNull();
    vi.unstubAllGlobals();
    unmount();
    open();

    expect(await screen.findByLabelText("Email")).toHaveValue("a@b.example");
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(screen.getByText(/The account for a@b.example was deleted/)).toBeVisible();
  });

  test("stays with a reason once it was used, and the notice can be closed", async () => {
    const { user: hand, add } = await openAndSignIn();
    const reason = { code: "account_used" } as const;
    add(stubRejection(undoRegistration, { code: "conflict", message: "", reason }));

    await hand.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText(/This account has already been used/)).toBeVisible();
    const notice = screen.getByText(/A new account was created/).closest("div") ?? document.body;
    await hand.click(within(notice).getByRole("button", { name: "Close" }));

    expect(screen.queryByText(/A new account was created/)).toBeNull();
  });
});

describe("an emailed link", () => {
  const token = "abcdefghijklmnopqrstuvwxyz";

  test("sets a new password", async () => {
    const { user, calls } = open(`/auth#reset=${token}`, reply(resetPassword, { done: true }));

    await user.type(await screen.findByLabelText("New password"), "a new one");
    await user.click(await findButton("Set password"));

    expect(await screen.findByText(/Your password has been changed/)).toBeVisible();
    expect(calls.find(({ url }) => url === "/api/auth/reset")?.body).toEqual({
      token,
      newPassword: "a new one",
    });
  });

  test.each([
    [`#reset=${token}`, resetPassword, "Set password", "/auth/forgot"],
    [`#verify=${token}`, verifyEmail, "Confirm my email", "/user-settings"],
  ] as const)(
    "that was used links to the page that sends another: %s",
    async (hash, call, name, requestUrl) => {
      const usedMessage = "This link has expired or was already used. Please request a new one.";
      const { user, add } = open(`/auth${hash}`, stubRejection(call, { code: "unavailable", message: "" }));
      const field = screen.queryByLabelText("New password");
      if (field) await user.type(field, "a new one");

      await user.click(await findButton(name));
      expect(await screen.findByRole("alert")).not.toHaveTextContent(/link/);
      add(stubRejection(call, { code: "conflict", message: usedMessage }));
      await user.click(await findButton(name));

      expect(await screen.findByText(usedMessage)).toBeVisible();
      expect(screen.getByRole("link", { name: "Send me a link" })).toHaveAttribute("href", requestUrl);
    },
  );

  test("confirms an address only after a press", async () => {
    const { user, calls } = open(`/auth#verify=${token}`, reply(verifyEmail, { done: true }));

    const confirm = await findButton("Confirm my email");
    expect(calls.some(({ url }) => url === "/api/auth/verify-email")).toBe(false);
    await user.click(confirm);

    expect(await screen.findByText(/your email address is confirmed/)).toBeVisible();
  });
});

test("a signed-in user continues", async () => {
  const { url } = open("/auth", reply(getUser, makeUser()));

  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(url()).toBe("/home");
});
