import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { getPrayerProfile, updatePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { abandonAudioFocus, requestAudioFocus } from "#client/lib/audio/audio-focus.ts";
import { makeRecording } from "#client/testing/factories.ts";
import { FakeAudio } from "#client/testing/fake-audio.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { AlertSettings } from "./alert-settings.tsx";

const makkah = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh", name: "Makkah", country: "SA" };

let fakeAudios: FakeAudio[];

beforeEach(() => {
  fakeAudios = [];
  vi.stubGlobal(
    "Audio",
    class extends FakeAudio {
      constructor() {
        super();
        fakeAudios.push(this);
      }
    },
  );
  updatePrayerProfile({ ...defaultProfile, location: makkah });
});

async function open(recordings: readonly Recording[] = []) {
  stubCalls(reply(recordingsContract.listRecordings, [...recordings]));
  const { user } = renderPage(<AlertSettings />);
  await screen.findByRole("heading", { name: "Prayer alerts" });
  return user;
}

const getAlerts = () => getPrayerProfile().alerts;

describe("prayer alert settings", () => {
  test("set each prayer separately and name what is missing", async () => {
    const user = await open([makeRecording(1)]);
    const asr = screen.getByRole("combobox", { name: "Alert for Asr" });
    await within(asr).findByRole("option", { name: "Athan" });

    expect(within(asr).getByRole("option", { name: "Takbir only (not available yet)" })).toBeInTheDocument();
    expect(
      within(screen.getByRole("combobox", { name: "Alert for Fajr" })).getByRole("option", {
        name: "Athan (not available yet)",
      }),
    ).toBeInTheDocument();
    await user.selectOptions(asr, "silent");
    expect(getAlerts().byPrayer.asr).toEqual({ sound: "silent", recordingId: null });
    expect(getAlerts().byPrayer.fajr.sound).toBe("athan");
    expect(screen.queryByRole("button", { name: "Preview the alert for Asr" })).not.toBeInTheDocument();
  });

  test("choose one of several recordings, with a preview", async () => {
    const [first, second] = [makeRecording(1), makeRecording(2)];
    const user = await open([first, second]);

    await user.selectOptions(
      await screen.findByRole("combobox", { name: "Recording for Asr" }),
      "Recording 2",
    );
    expect(getAlerts().byPrayer.asr.recordingId).toBe(second.id);
    await user.click(screen.getByRole("button", { name: "Preview the alert for Asr" }));
    expect(fakeAudios[0]).toMatchObject({
      src: `/api/prayer/recordings/${second.id}/audio`,
      volume: 0.8,
      paused: false,
    });
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(fakeAudios[0]?.paused).toBe(true);
    expect(await screen.findByRole("button", { name: "Preview the alert for Asr" })).toBeInTheDocument();
  });

  test("pause a book during the preview and resume it", async () => {
    const [resume, stop] = [vi.fn(), vi.fn()];
    const book = { stop, pauseForInterruption: () => resume };
    requestAudioFocus(book, null);
    const user = await open();

    await user.click(screen.getByRole("button", { name: "Preview the alert for Asr" }));
    expect(resume).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await vi.waitFor(() => expect(resume).toHaveBeenCalledOnce());
    abandonAudioFocus(book);
  });

  test("mute for an hour or until a chosen time, and unmute", async () => {
    const user = await open();

    await user.click(screen.getByRole("button", { name: "For an hour" }));
    expect(Math.round(((getAlerts().mutedUntil?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60);
    await user.click(screen.getByRole("button", { name: "Unmute" }));
    expect(getAlerts().mutedUntil).toBeNull();

    await user.type(screen.getByLabelText("Until another time"), "2020-01-01T10:00");
    await user.click(screen.getByRole("button", { name: "Mute" }));
    expect(screen.getByText("Choose a time in the future.")).toBeInTheDocument();
    expect(getAlerts().mutedUntil).toBeNull();

    await user.clear(screen.getByLabelText("Until another time"));
    await user.type(screen.getByLabelText("Until another time"), "2100-01-01T10:00");
    await user.click(screen.getByRole("button", { name: "Mute" }));
    expect(getAlerts().mutedUntil).toEqual(new Date("2100-01-01T07:00:00Z"));
    expect(screen.getByText(/^Muted until .*10:00/)).toBeVisible();
    expect(screen.getByText("Times are in the time zone of Makkah.")).toBeVisible();
  });

  test("add, change and restore reminders", async () => {
    const user = await open();
    await user.click(screen.getByRole("button", { name: "Add a reminder" }));
    expect(getAlerts().reminders).toMatchObject([{ prayer: "fajr", minutes: -10, sound: "chime" }]);

    await user.selectOptions(screen.getByRole("combobox", { name: "Prayer" }), "dhuhr");
    expect(screen.getByText(/^On Fridays, Jumu'ah replaces Dhuhr/)).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Prayer" }), "maghrib");
    expect(screen.queryByText(/^On Fridays/)).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole("combobox", { name: "When" }), "after");
    const minutes = screen.getByRole("spinbutton", { name: "Minutes" });
    await user.clear(minutes);
    await user.type(minutes, "500");
    expect(screen.getByRole("alert")).toHaveTextContent("Enter 1 to 180");
    await user.clear(minutes);
    await user.type(minutes, "20{Enter}");
    expect(getAlerts().reminders).toMatchObject([{ prayer: "maghrib", minutes: 20, sound: "chime" }]);

    await user.click(screen.getByRole("button", { name: "Remove the reminder 20 minutes after Maghrib" }));
    expect(getAlerts().reminders).toEqual([]);
  });

  test("ask for a location first", async () => {
    updatePrayerProfile({ location: null });
    await open();

    expect(screen.getByRole("link", { name: "Choose your location" })).toHaveAttribute(
      "href",
      "/prayer-times",
    );
  });
});
