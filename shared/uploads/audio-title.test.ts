import { expect, test } from "vitest";
import { type AudioTags, getAudioAuthors, getAudioTitle } from "./audio-title.ts";

const track = (title: string, album = ""): AudioTags => ({ title, album, artists: [] });

test.each<[string, readonly AudioTags[], string, string]>([
  ["the album", [track("Sonnet I", "Sonnets"), track("Sonnet II")], "Downloads", "Sonnets"],
  ["then the folder", [track("Sonnet I"), track("Sonnet II")], "Poems", "Poems"],
  ["then what the tracks have in common", [track("Sonnet I"), track("Sonnet II")], "", "Sonnet"],
  ["else nothing", [track("Dawn"), track("Noon"), track("Dusk")], "", ""],
  ["of a single file its album", [track("", "Collected")], "Downloads", "Collected"],
  ["of a single file its folder", [track("")], "Downloads", "Downloads"],
  ["nothing when one track has no title", [track("Sonnet I"), track("")], "", ""],
  ["the album of a later file", [track("One"), track("Two", "Collected")], "", "Collected"],
  ["the title of a single file", [track("The Well", "Collected")], "Downloads", "The Well"],
])("the title is %s", (_name, tags, folder, title) => {
  expect(getAudioTitle(tags, folder)).toBe(title);
});

test("every artist is listed once", () => {
  const tracks = [["Amina"], [], ["Amina", "Omar"]].map((artists) => ({ ...track("One"), artists }));
  expect(getAudioAuthors(tracks)).toEqual(["Amina", "Omar"]);
});
