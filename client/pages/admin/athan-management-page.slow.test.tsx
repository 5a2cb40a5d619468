import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type AdminDashboard, adminContract, type PrayerAdminStats } from "#shared/admin/contract.ts";
import { defaultsContract } from "#shared/prayer/defaults.ts";
import { maxRecordingBytes, type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { getId, makeRecording, makeUser } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { AthanPage } from "./athan-management-page.tsx";

const { listRecordings, updateRecording, orderRecordings, deleteRecording } = recordingsContract;
const { listDefaults, saveDefault } = defaultsContract;
const { getDashboard, getPrayerStats, sendTest } = adminContract;

const all = [
  makeRecording(1),
  makeRecording(2, { isFajr: true, title: "Dawn" }),
  makeRecording(3, { kind: "takbir" }),
];
const dashboard: AdminDashboard = {
  applications: 0,
  reviews: 0,
  corrections: 0,
  reports: 0,
  messages: 0,
  failedJobs: 0,
  wrongCounts: 0,
  failedEmails: 0,
  backup: null,
  items: [],
  itemCount: 0,
  counts: { books: 1, accounts: 1, authors: 0, recordings: 3 },
};
const hour = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
const stats: PrayerAdminStats = {
  since: new Date(),
  devices: 9,
  readers: 5,
  others: { sent: 4, failed: 0 },
  prayerAlerts: { sent: 31, failed: 2, dropped: 1 },
  dueByHour: [
    { hour, count: 12 },
    { hour: new Date(hour.getTime() + 23 * 3_600_000), count: 3 },
  ],
};

function open(...stubs: readonly Stub[]) {
  const calls = stubCalls(
    reply(accountsContract.getUser, makeUser({ isEmployee: true })),
    reply(getDashboard, dashboard),
    reply(listRecordings, all),
    reply(listDefaults, []),
    reply(getPrayerStats, stats),
    ...stubs,
  );
  return { ...renderPage(<AthanPage />), ...calls };
}

const asAdmin = reply(accountsContract.getUser, makeUser({ isEmployee: true, isAdmin: true }));
const listTitles = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);

/** An upload that the test finishes. */
function stubUpload() {
  const calls: { url: string; type: string; body: unknown; end: (status: number, reply: unknown) => void }[] =
    [];
  class Request {
    upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
    status = 0;
    responseText = "";
    onload = () => {};
    onabort = () => {};
    readonly #sent = { url: "", type: "" };
    open(_method: string, url: string) {
      this.#sent.url = url;
    }
    setRequestHeader(name: string, value: string) {
      if (name === "Content-Type") this.#sent.type = value;
    }
    send(body: unknown) {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      const end = (status: number, answer: unknown) => {
        Object.assign(this, { status, responseText: JSON.stringify(answer) });
        this.onload();
      };
      calls.push({ ...this.#sent, body, end });
    }
    abort() {
      this.onabort();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return calls;
}

describe("athan recordings", () => {
  test("are in order, with the default marked", async () => {
    open();

    expect(await screen.findByRole("heading", { level: 3, name: "Dawn" })).toBeVisible();
    expect(listTitles()).toEqual(["Recording 1", "Dawn", "Recording 3"]);
    expect(screen.getByText("Default for Fajr").nextSibling).toHaveTextContent("Dawn");
    expect(screen.getByText("Default athan").nextSibling).toHaveTextContent("Recording 1");
    expect(screen.getByLabelText("Listen to Dawn")).toHaveAttribute(
      "src",
      `/api/prayer/recordings/${getId(2)}/audio`,
    );
    expect(screen.queryByRole("button", { name: "Remove Dawn" })).toBeNull();
  });

  test("use the chime for Fajr without a recording", async () => {
    open(reply(listRecordings, [makeRecording(1)]));

    expect(await screen.findByRole("heading", { level: 3, name: "Recording 1" })).toBeVisible();
    expect(screen.getByText("Default for Fajr").nextSibling).toHaveTextContent("Chime");
  });

  test("are reordered by button and keyboard, with the focus following", async () => {
    const moved = [all[1], all[0], all[2]] as Recording[];
    const { user, calls, add } = open(reply(orderRecordings, moved));
    const up = await screen.findByRole("button", { name: "Move Dawn up" });
    add(reply(listRecordings, moved));

    await user.click(up);
    expect(listTitles()).toEqual(["Dawn", "Recording 1", "Recording 3"]);
    expect(screen.getByText("Dawn is now number 1 of 3.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Move Dawn up" })).toHaveFocus();
    await user.keyboard("{ArrowDown}");

    const bodies = calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
    expect(bodies[0]).toEqual({ ids: [getId(2), getId(1), getId(3)] });
    await waitFor(() => expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(2));
  });

  test("are put back when the server rejects the order", async () => {
    const { user } = open(
      stubRejection(orderRecordings, { code: "conflict", message: "The list has changed." }),
    );

    await user.click(await screen.findByRole("button", { name: "Move Dawn up" }));

    await waitFor(() => expect(listTitles()).toEqual(["Recording 1", "Dawn", "Recording 3"]));
  });

  test("are edited, never without a licence", async () => {
    const { user, calls } = open(reply(updateRecording, all[0] as Recording));
    await user.click(await screen.findByRole("button", { name: "Change Recording 1" }));
    const dialog = within(await screen.findByRole("dialog"));

    await user.clear(dialog.getByLabelText("Licence note"));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("This field is required.")).toBeVisible();
    await user.type(dialog.getByLabelText("Licence note"), "CC0");
    await user.selectOptions(dialog.getByLabelText("Used as"), "takbir");
    await user.click(dialog.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      title: "Recording 1",
      licence: "CC0",
      kind: "takbir",
      isFajr: false,
    });
  });

  test("are deleted by an admin after a confirmation", async () => {
    const { user, calls } = open(asAdmin, reply(deleteRecording, { done: true }));

    await user.click(await screen.findByRole("button", { name: "Remove Dawn" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/permanently deleted/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Remove" }));

    expect(await screen.findByText("Recording removed")).toBeVisible();
    expect(calls.find(({ method }) => method === "DELETE")?.url).toContain(getId(2));
  });

  test("show the empty and the error state", async () => {
    const { unmount } = open(reply(listRecordings, []));
    expect(await screen.findByText("No recordings yet")).toBeVisible();
    unmount();

    open(stubRejection(listRecordings, { code: "not_found", message: "Gone" }));
    expect(await screen.findByText("Could not load the recordings")).toBeVisible();
  });
});

describe("an upload", () => {
  const file = new File(["sound"], "old_town-athan.mp3", { type: "audio/mpeg" });

  async function renderFilledForm() {
    const requests = stubUpload();
    const page = open();
    await page.user.upload(await screen.findByLabelText("Audio file"), file);
    await page.user.type(screen.getByLabelText("Licence note"), "Its reciter's");
    return { ...page, requests };
  }

  test("sends the file with its description and shows progress", async () => {
    const { user, requests } = await renderFilledForm();
    expect(screen.getByLabelText("Title")).toHaveValue("old town athan");
    await user.click(screen.getByLabelText("For Fajr only"));
    await user.click(screen.getByRole("button", { name: "Upload" }));

    expect(screen.getByRole("progressbar", { name: "Uploading…" })).toHaveAttribute("aria-valuenow", "50");
    const [request] = requests;
    expect(new URL(request?.url ?? "", "http://x").searchParams.get("licence")).toBe("Its reciter's");
    expect(request?.url).toContain("isFajr=true");
    expect([request?.type, request?.body]).toEqual(["audio/mpeg", file]);
    request?.end(200, makeRecording(4));
    expect(await screen.findByText("Recording added")).toBeVisible();
    expect(screen.getByLabelText("Title")).toHaveValue("");
  });

  test("that is rejected shows why and keeps the form", async () => {
    const { user, requests } = await renderFilledForm();
    await user.click(screen.getByRole("button", { name: "Upload" }));
    requests[0]?.end(422, {
      code: "unprocessable_file",
      message: "",
      reason: { code: "audio_is_video" },
    });

    expect(await screen.findByRole("alert")).toHaveTextContent("This is a video. Please send an audio file.");
    expect(screen.getByLabelText("Licence note")).toHaveValue("Its reciter's");
  });

  test("can be cancelled", async () => {
    const { user } = await renderFilledForm();
    await user.click(screen.getByRole("button", { name: "Upload" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));

    await waitFor(() => expect(screen.queryByRole("progressbar", { name: "Uploading…" })).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is not started with a file that is too large or missing", async () => {
    const requests = stubUpload();
    const { user } = open();
    await user.click(await screen.findByRole("button", { name: "Upload" }));
    expect(screen.getByText("Choose an audio file.")).toBeVisible();
    const large = new File(["x"], "large.mp3", { type: "audio/mpeg" });
    Object.defineProperty(large, "size", { value: maxRecordingBytes + 1 });

    await user.upload(screen.getByLabelText("Audio file"), large);

    expect(screen.getByText("This file is too large. The maximum is 20 MB.")).toBeVisible();
    expect(requests).toEqual([]);
  });
});

describe("notifications sent", () => {
  test("are counted, with the due ones in a table", async () => {
    open();

    expect((await screen.findByText("Alerts sent")).nextSibling).toHaveTextContent("31");
    expect(screen.getByText("15 alerts are due in the next 24 hours, by hour")).toBeInTheDocument();
    const table = screen.getByText("Alerts due").closest("table");
    const counts = Array.from(table?.querySelectorAll("td") ?? [], ({ textContent }) => textContent);
    expect([counts.length, counts.filter((n) => n !== "0")]).toEqual([25, ["12", "3"]]);
  });

  test("can be tested on the user's own devices", async () => {
    const { user, add } = open(reply(sendTest, { devices: 0 }));
    await user.click(await screen.findByRole("button", { name: "Send a test to my devices" }));
    expect(await screen.findByRole("link", { name: "Enable notifications" })).toHaveAttribute(
      "href",
      "/notifications-settings",
    );

    add(reply(sendTest, { devices: 2 }));
    await user.click(screen.getByRole("button", { name: "Send a test to my devices" }));
    expect(await screen.findByText(/Sent to 2 devices/)).toBeVisible();
  });
});

describe("defaults by country", () => {
  test("are changed for one country and reset", async () => {
    const own = { method: "Other", angles: { fajr: 15, isha: { minutes: 75 } }, madhab: "hanafi" } as const;
    const { user, calls, add } = open(reply(saveDefault, [{ country: "EG", ...own }]));
    await user.click(await screen.findByRole("button", { name: "Change Egypt" }));
    const dialog = within(await screen.findByRole("dialog"));

    await user.selectOptions(dialog.getByLabelText("Method"), "Other");
    await user.clear(dialog.getByLabelText("Fajr, degrees"));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Enter a number from 5 to 25.")).toBeVisible();
    await user.type(dialog.getByLabelText("Fajr, degrees"), "15");
    await user.selectOptions(dialog.getByLabelText("Isha is calculated by"), "minutes");
    await user.clear(dialog.getByLabelText("Isha, minutes after Maghrib"));
    await user.type(dialog.getByLabelText("Isha, minutes after Maghrib"), "75");
    await user.selectOptions(dialog.getByLabelText("Asr"), "hanafi");
    add(reply(listDefaults, [{ country: "EG", ...own }]));
    await user.click(dialog.getByRole("button", { name: "Save" }));

    expect(await screen.findByText("Saved for Egypt")).toBeVisible();
    const put = calls.find(({ method }) => method === "PUT");
    expect([put?.url, put?.body]).toEqual(["/api/prayer/defaults/EG", own]);
    expect(await screen.findByText("Fajr 15°, Isha 75 minutes after Maghrib")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Change Egypt" }));
    await user.click(await screen.findByRole("button", { name: "Restore default" }));
    expect(await screen.findByText("Egypt uses the built-in default again")).toBeVisible();
    expect(calls.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({ method: "Egyptian" });
  });
});
