export const demoReaders = [
  { username: "khadija.demo", firstName: "Khadija", lastName: "Demo" },
  { username: "bilal.demo", firstName: "Bilal", lastName: "Demo" },
  { username: "sumayya.demo", firstName: "Sumayya", lastName: "Demo" },
] as const;

type Username = (typeof demoReaders)[number]["username"];

export const demoReviews: ReadonlyArray<{
  readonly title: string;
  readonly username: Username;
  readonly stars: number;
  readonly text: string;
}> = [
  {
    title: "The Five Daily Prayers",
    username: "khadija.demo",
    stars: 5,
    text: "I gave this to my brother, who had been too shy to ask. He listened to the chapter on washing three times and then asked me for a rug.",
  },
  {
    title: "The Five Daily Prayers",
    username: "bilal.demo",
    stars: 4.5,
    text: "Short, calm and practical. The last chapter is the one I needed.",
  },
  {
    title: "Letters from the Road",
    username: "sumayya.demo",
    stars: 5,
    text: "The jar of coins has stayed with me for days. Best heard on a train.",
  },
  {
    title: "Letters from the Road",
    username: "bilal.demo",
    stars: 4,
    text: "I would have liked a ninth letter.",
  },
  {
    title: "The House of Wisdom",
    username: "khadija.demo",
    stars: 4,
    text: "Careful about what is known and what is only told. I went on to read more about Hunayn.",
  },
  {
    title: "Layla Counts the Stars",
    username: "sumayya.demo",
    stars: 5,
    text: "We now have a star called Idris above our own chimney.",
  },
  {
    title: "حكايات السوق",
    username: "bilal.demo",
    stars: 4.5,
    text: "قصيرة، وكل واحدة منها تكفي ليوم كامل.",
  },
  {
    title: "The Four Keys",
    username: "khadija.demo",
    stars: 5,
    text: "I meant to read one chapter before bed. I finished it on the stairs of the office two days later.",
  },
  {
    title: "The Four Keys",
    username: "sumayya.demo",
    stars: 4.5,
    text: "The third key is the one that stayed with me. A slow start, and then no stopping.",
  },
  {
    title: "The Lamplighter’s Daughter",
    username: "bilal.demo",
    stars: 5,
    text: "I listened to it on the way to work and walked the last street twice.",
  },
  {
    title: "The Lamplighter’s Daughter",
    username: "sumayya.demo",
    stars: 4,
    text: "A quiet story with one very good ladder.",
  },
  {
    title: "The Bridge of Ropes",
    username: "bilal.demo",
    stars: 4.5,
    text: "The best of the three. Start with the first one all the same.",
  },
  {
    title: "The Last Lamp",
    username: "khadija.demo",
    stars: 4.5,
    text: "The ending is right. I had been afraid that it would not be.",
  },
  {
    title: "The Man Who Looked at Light",
    username: "bilal.demo",
    stars: 5,
    text: "I made the dark room with my nephew. It works, and he will not let me take it down.",
  },
  {
    title: "The Man Who Kept Walking",
    username: "khadija.demo",
    stars: 4,
    text: "Honest about which parts he may not have seen himself.",
  },
  {
    title: "The Elephant Clock",
    username: "sumayya.demo",
    stars: 4.5,
    text: "I have now watched four videos of people building it.",
  },
  {
    title: "The Paper Road",
    username: "bilal.demo",
    stars: 4,
    text: "Short chapters, each with one thing that I did not know.",
  },
  {
    title: "Ten Words That Crossed the Sea",
    username: "sumayya.demo",
    stars: 5,
    text: "I keep telling people about the admiral.",
  },
  {
    title: "The Borrowed Lamp",
    username: "khadija.demo",
    stars: 4,
    text: "Not a book to hurry through. One chapter a week was right for me.",
  },
  {
    title: "Two Grandmothers and One Moon",
    username: "sumayya.demo",
    stars: 5,
    text: "My mother read the Arabic and I read the English, and the children corrected us both.",
  },
  {
    title: "Yunus and the Slow Tortoise",
    username: "khadija.demo",
    stars: 4.5,
    text: "Asked for four nights in a row.",
  },
  {
    title: "The Carpet with One Mistake",
    username: "bilal.demo",
    stars: 4.5,
    text: "We found the mistake. We are not telling.",
  },
  {
    title: "A Pot for Twelve",
    username: "sumayya.demo",
    stars: 4.5,
    text: "I cooked the rice for nine and it fed fourteen, as promised.",
  },
  {
    title: "Bread, Mostly",
    username: "khadija.demo",
    stars: 4,
    text: "My third loaf could be cut with a knife, which is progress.",
  },
  {
    title: "Twelve Moons",
    username: "bilal.demo",
    stars: 4.5,
    text: "At last I understand why the month begins on two different days.",
  },
  {
    title: "The Ferryman’s Ledger",
    username: "khadija.demo",
    stars: 5,
    text: "I did not expect to care so much about a piece of string.",
  },
  {
    title: "The Ferryman’s Ledger",
    username: "bilal.demo",
    stars: 4.5,
    text: "Read it in one evening. The hearing made me laugh out loud.",
  },
  {
    title: "The Astronomer’s Cook",
    username: "sumayya.demo",
    stars: 5,
    text: "The line about looking at one place for eleven years is now above my desk.",
  },
  {
    title: "Ships of the Monsoon",
    username: "bilal.demo",
    stars: 4.5,
    text: "The chapter on those who waited is the one that other books leave out.",
  },
  {
    title: "Women Who Taught",
    username: "sumayya.demo",
    stars: 5,
    text: "I had heard of one of the seven. Careful about its sources, which I liked.",
  },
  {
    title: "The Slow Train",
    username: "khadija.demo",
    stars: 4.5,
    text: "I have looked up the timetable. There really is no goose on the other one.",
  },
  {
    title: "A Window Facing East",
    username: "sumayya.demo",
    stars: 4.5,
    text: "Small enough to read one while the kettle boils.",
  },
  {
    title: "How to Look at a Mosque",
    username: "khadija.demo",
    stars: 5,
    text: "I have prayed in the same building for twenty years and had never looked into the corner.",
  },
  {
    title: "كاتب الرسائل",
    username: "khadija.demo",
    stars: 5,
    text: "قرأت الفصل الأخير واقفة. لم أستطع أن أجلس.",
  },
  {
    title: "سبعة أيام في فاس",
    username: "sumayya.demo",
    stars: 4.5,
    text: "كأنني ضعت هناك معها، ولم أكن أريد أن أصل.",
  },
  {
    title: "آداب المجلس",
    username: "bilal.demo",
    stars: 4,
    text: "أهديته لصديق يقف عند الباب نصف ساعة، فوقف ساعة يشكرني.",
  },
  {
    title: "مائدة جدتي",
    username: "sumayya.demo",
    stars: 5,
    text: "جرّبت العدس والفول. والقدر الآن على الموقد من الليل.",
  },
  {
    title: "عشرة أبواب",
    username: "bilal.demo",
    stars: 4.5,
    text: "باب المصعد أضحكني، وباب الورق أسكتني.",
  },
];

/** A former id and its redirect, as an example for staff. */
export const demoRedirect = { oldId: "demo-guide-to-prayer", title: "The Five Daily Prayers" } as const;

/** Challenges with their days relative to the import; all demo readers participate. */
export const demoChallenges = [
  {
    title: "Three books before the new moon",
    description: "Finish three books of any kind this month, read or heard. Short ones count.",
    titleArabic: "ثلاثة كتب قبل الهلال الجديد",
    descriptionArabic: "أتمم ثلاثة كتب من أي نوع هذا الشهر، قراءةً أو سماعًا. والكتب القصيرة محسوبة.",
    goal: 3,
    goalType: "books",
    begins: 0,
    ends: 30,
  },
  {
    title: "Seven quiet mornings",
    description: "A page or a chapter before the day begins, seven days in a row.",
    titleArabic: "سبعة أصباح هادئة",
    descriptionArabic: "صفحة أو فصل قبل أن يبدأ النهار، سبعة أيام متتالية.",
    goal: 7,
    goalType: "days",
    begins: 0,
    ends: 21,
  },
  {
    title: "One book with the children",
    description: "Read it aloud or let it be read to you, and finish it together.",
    titleArabic: "كتاب مع الأطفال",
    descriptionArabic: "اقرؤوه معًا أو استمعوا إليه معًا حتى تتموه.",
    goal: 1,
    goalType: "books",
    begins: 10,
    ends: 40,
  },
  {
    title: "Thirty pages of travel",
    description: "Go along with a traveller for thirty pages. It was a good road.",
    titleArabic: "ثلاثون صفحة من أدب الرحلات",
    descriptionArabic: "رافقوا رحّالة ثلاثين صفحة.",
    goal: 30,
    goalType: "pages",
    begins: -45,
    ends: -15,
  },
] as const;

export const finishedBooks: Readonly<Record<Username, readonly string[]>> = {
  "khadija.demo": ["The Five Daily Prayers", "The House of Wisdom"],
  "bilal.demo": ["The Five Daily Prayers", "Letters from the Road"],
  "sumayya.demo": ["Layla Counts the Stars"],
};
