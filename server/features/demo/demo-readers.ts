export const demoReaders = [
  { username: "khadija.demo", firstName: "Khadija", lastName: "Demo" },
  { username: "bilal.demo", firstName: "Bilal", lastName: "Demo" },
  { username: "sumayya.demo", firstName: "Sumayya", lastName: "Demo" },
] as const;

type Username = (typeof demoReaders)[number]["username"];

export const demoReviews: ReadonlyArray<{
  readonly title: string;
  readonly by: Username;
  readonly stars: number;
  readonly text: string;
}> = [
  {
    title: "The Five Daily Prayers",
    by: "khadija.demo",
    stars: 5,
    text: "I gave this to my brother, who had been too shy to ask. He listened to the chapter on washing three times and then asked me for a rug.",
  },
  {
    title: "The Five Daily Prayers",
    by: "bilal.demo",
    stars: 4.5,
    text: "Short, calm and practical. The last chapter is the one I needed.",
  },
  {
    title: "Letters from the Road",
    by: "sumayya.demo",
    stars: 5,
    text: "The jar of coins has stayed with me for days. Best heard on a train.",
  },
  { title: "Letters from the Road", by: "bilal.demo", stars: 4, text: "I would have liked a ninth letter." },
  {
    title: "The House of Wisdom",
    by: "khadija.demo",
    stars: 4,
    text: "Careful about what is known and what is only told. I went on to read more about Hunayn.",
  },
  {
    title: "Layla Counts the Stars",
    by: "sumayya.demo",
    stars: 5,
    text: "We now have a star called Idris above our own chimney.",
  },
  { title: "حكايات السوق", by: "bilal.demo", stars: 4.5, text: "قصيرة، وكل واحدة منها تكفي ليوم كامل." },
];

/** A former id and its redirect, as an example for staff. */
export const demoRedirect = { oldId: "demo-guide-to-prayer", title: "The Five Daily Prayers" } as const;

/** Challenges with their days relative to the import; all demo readers participate. */
export const demoChallenges = [
  {
    title: "Three books before the new moon",
    description: "Finish three books of any kind this month, read or heard. Short ones count.",
    goal: 3,
    goalType: "books",
    begins: 0,
    ends: 30,
  },
  {
    title: "Seven quiet mornings",
    description: "A page or a chapter before the day begins, seven days in a row.",
    goal: 7,
    goalType: "days",
    begins: 0,
    ends: 21,
  },
  {
    title: "One book with the children",
    description: "Read it aloud or let it be read to you, and finish it together.",
    goal: 1,
    goalType: "books",
    begins: 10,
    ends: 40,
  },
  {
    title: "Thirty pages of travel",
    description: "Go along with a traveller for thirty pages. It was a good road.",
    goal: 30,
    goalType: "pages",
    begins: -45,
    ends: -15,
  },
] as const;

export const isDemoFinished: Readonly<Record<Username, readonly string[]>> = {
  "khadija.demo": ["The Five Daily Prayers", "The House of Wisdom"],
  "bilal.demo": ["The Five Daily Prayers", "Letters from the Road"],
  "sumayya.demo": ["Layla Counts the Stars"],
};
