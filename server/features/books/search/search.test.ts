import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { updateSearchWords } from "#server/features/books/jobs.ts";
import { repairCatalog } from "#server/features/books/repair-catalog.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { test as baseTest } from "#server/testing/test.ts";

const { listBooks, suggest } = booksContract;

/** Short names for the books of this file, used in the table. */
const shelf = {
  quranStories: { title: "Qurʾān Stories for Children", authors: ["Amina Rahman"] },
  quranArabic: { title: "القُرْآنُ الكَرِيم: مدخل", authors: ["يوسف الأندلسي"], language: "ar" },
  bukhari: { title: "Ṣaḥīḥ al-Bukhārī: a Selection", authors: ["Muḥammad al-Bukhārī"] },
  bukhariArabic: { title: "مختصر صحيح البخاري", authors: ["محمد بن إسماعيل البخاري"], language: "ar" },
  prayer: { title: "The Five Daily Prayers", authors: ["Khadija Noor"], description: "Salah, step by step." },
  prayerArabic: { title: "رحلةٌ إلى الصَّلاة", authors: ["عائشة النوري"], language: "ar" },
  wellKnown: { title: "Well-known Tales of Baghdad", authors: ["Idris Halabi"] },
  ghazali: { title: "Letters to a Student", authors: ["Abū Ḥāmid al-Ghazālī"] },
  aboutGhazali: { title: "Night Roads", description: "A novel in which somebody reads Ghazali on a train." },
  ramadan: { title: "Ramadan, Week by Week", authors: ["Zayd Karim"], series: "The Months" },
  ramadanAbout: { title: "An Ordinary Year", description: "It ends in Ramaḍān." },
  months: { title: "Shaban", series: "The Months" },
  mercy: { title: "ar-Raḥmān: on Mercy", authors: ["Layla Daoud"] },
  city: { title: "Istanbul Işıkları", authors: ["Mehmet Öz"], language: "tr" },
  digits: { title: "١٠٠١ حكاية", authors: ["راوية"], language: "ar" },
  prophet: { title: "محمد ﷺ كما عرفه أصحابه", authors: ["زيد"], language: "ar" },
  cafe: { title: "Le Café des Poètes", authors: ["Inès Bouazza"], language: "fr" },
  amma: { title: "جزء عمّ", authors: ["قارئ"], language: "ar" },
  umar: { title: "ʿUmar ibn al-Khaṭṭāb", authors: ["Hisham Sabir"] },
  aqida: { title: "A Short Fiqh and ʿAqīda", authors: ["Zaynab Fahmi"] },
  layla: { title: "Layla Counts the Stars", authors: ["Huda Salim"] },
  nahw: { title: "Arabic Grammar Made Plain", authors: ["Dr. Sibawayh Jones"] },
} as const;
type Name = keyof typeof shelf;

const test = baseTest.extend<{ named: Map<string, Name> }>({
  named: [
    async ({ app }, use) => {
      await repairCatalog(app.services);
      const named = new Map<string, Name>();
      for (const [name, book] of Object.entries(shelf)) {
        named.set((await createPublishedBook(app.services, book)).id, name as Name);
      }
      await createPublishedBook(app.services, { title: "Qur'an, a Draft about Bukhari", state: "draft" });
      await updateSearchWords.run(app.services, {});
      await use(named);
    },
    { scope: "file" },
  ],
});

const found: readonly (readonly [string, readonly Name[]])[] = [
  ["quran", ["quranStories", "quranArabic"]],
  ["Qur'an", ["quranStories", "quranArabic"]],
  ["Qur’ān", ["quranStories", "quranArabic"]],
  ["KORAN", ["quranStories", "quranArabic"]],
  ["al-Qurʾān", ["quranStories", "quranArabic"]],
  ["قرآن", ["quranStories", "quranArabic"]],
  ["القرآن", ["quranStories", "quranArabic"]],
  ["ٱلْقُرْءَان", ["quranStories", "quranArabic"]],
  ["بالقران", ["quranStories", "quranArabic"]],
  ["ليلى", ["layla", "mercy"]],
  ["Leila", ["layla", "mercy"]],
  ["هدى", ["layla"]],
  ["bukhari", ["bukhari", "bukhariArabic"]],
  ["boukhari", ["bukhari", "bukhariArabic"]],
  ["al-Bukhārī", ["bukhari", "bukhariArabic"]],
  ["albukhari", ["bukhari", "bukhariArabic"]],
  ["البخاري", ["bukhari", "bukhariArabic"]],
  ["بخاري", ["bukhari", "bukhariArabic"]],
  ["sahih bukhari", ["bukhari", "bukhariArabic"]],
  ["bukhari sahih", ["bukhari", "bukhariArabic"]],
  ["صحيح البخاري", ["bukhari", "bukhariArabic"]],
  ["salah", ["prayer", "prayerArabic"]],
  ["salaat", ["prayer", "prayerArabic"]],
  ["الصلاه", ["prayer", "prayerArabic"]],
  ["الصَّلَاة", ["prayer", "prayerArabic"]],
  ["the five prayers", ["prayer"]],
  ["well-known", ["wellKnown"]],
  ["well known", ["wellKnown"]],
  ["wellknown", ["wellKnown"]],
  ["well—known tales", ["wellKnown"]],
  ["gazali", ["ghazali", "aboutGhazali"]],
  ["الغزالي", ["ghazali", "aboutGhazali"]],
  ["ramazan", ["ramadan", "ramadanAbout"]],
  ["رمضان", ["ramadan", "ramadanAbout"]],
  ["the months", ["ramadan", "months"]],
  ["months ramad", ["ramadan"]],
  ["months ramadha", ["ramadan"]],
  ["rahman", ["mercy", "quranStories"]],
  ["ar-rahman", ["mercy", "quranStories"]],
  ["arrahman", ["mercy"]],
  ["الرحمٰن", ["mercy", "quranStories"]],
  ["ISTANBUL isiklari", ["city"]],
  ["1001", ["digits"]],
  ["١٠٠١", ["digits"]],
  ["محمد كما عرفه", ["prophet"]],
  ["محمّد ﷺ", ["prophet", "bukhari", "bukhariArabic", "city"]],
  ["cafe poetes", ["cafe"]],
  ["ʿAmma", ["amma"]],
  ["juz ʿamma", ["amma"]],
  ["'Amma", ["amma"]],
  ["عم", ["amma"]],
  ["عمّ", ["amma"]],
  ["عَمَّ", ["amma"]],
  ["Fiqh", ["aqida"]],
  ["ʿAqīda", ["aqida"]],
  ["العقيدة", ["aqida"]],
  ["'Umar", ["umar"]],
  ["ʿUmar", ["umar"]],
  ["Umar", ["umar"]],
  ["Omar", ["umar"]],
  ["عمر", ["umar"]],
  ["istan", ["city"]],
  ["baghd", ["wellKnown"]],
];

describe("searching", () => {
  test.for(found)("%s finds %s", async ([search, names], { app, named }) => {
    const page = await app.as(null)(listBooks, { query: { search } });

    expect(page.books.map(({ id }) => named.get(id)).sort()).toEqual([...names].sort());
    expect(page).toMatchObject({ total: names.length, isTotalCapped: false, searchedFor: null });
  });

  test.for<[string, Name, string]>([
    ["qurna storeis", "quranStories", "quran stories"],
    ["bukahri", "bukhari", "bukhari"],
    ["isatnbul", "city", "istanbul"],
    ["gramar", "nahw", "grammar"],
    ["grammmar", "nahw", "grammar"],
    ["arbaic", "nahw", "arabic"],
    ["recitattion grammar", "nahw", "grammar"],
    ["الصلاا", "prayerArabic", "الصلاه"],
    ["مخنصر صحيح", "bukhariArabic", "مختصر صحيح"],
  ])("%s, misspelt, finds %s", async ([search, name, instead], { app, named }) => {
    const page = await app.as(null)(listBooks, { query: { search } });

    expect(page.books.map(({ id }) => named.get(id))).toContain(name);
    expect([null, instead]).toContain(page.searchedFor);
  });

  test.for<[string, readonly Name[]]>([
    ["ramadan", ["ramadan", "ramadanAbout"]],
    ["ghazali", ["ghazali", "aboutGhazali"]],
    ["bukhari", ["bukhari", "bukhariArabic"]],
    ["prayers", ["prayer", "prayerArabic"]],
    ["rahman", ["mercy", "quranStories"]],
    ["صلاة", ["prayerArabic", "prayer"]],
  ])(
    "%s puts titles before people and series, these before descriptions",
    async ([search, names], { app, named }) => {
      const { books } = await app.as(null)(listBooks, { query: { search } });

      expect(books.map(({ id }) => named.get(id))).toEqual(names);
    },
  );

  test.for(["", "   "])("nothing (%j) lists all", async (search, { app, named }) => {
    expect((await app.as(null)(listBooks, { query: { search } })).total).toBe(named.size);
  });

  test.for([
    "ﷺ",
    "—",
    "'",
    "\uD800",
    "zzzqqqxxx",
    "zzzqqqxxx umar yyyvvvwww",
    "%",
    "& | ! ( ) : * <-> \\ ' \" --",
  ])("text without known words (%j) finds nothing and does not fail", async (search, { app, named }) => {
    expect(named.size).toBeGreaterThan(0);
    expect(await app.as(null)(listBooks, { query: { search } })).toEqual({
      books: [],
      total: 0,
      isTotalCapped: false,
      nextCursor: null,
      searchedFor: null,
    });
  });

  test("for several words that no book has together falls back to the rarest", async ({ app, named }) => {
    const page = await app.as(null)(listBooks, { query: { search: "months ghaza" } });

    expect(page.books.map(({ id }) => named.get(id)).sort()).toEqual(["months", "ramadan"]);
    expect(page.searchedFor).toBe("months");
  });

  test("with a NUL character is rejected", async ({ app }) => {
    expect((await app.fetch("/api/books?search=a%00b")).status).toBe(400);
    expect((await app.fetch("/api/books/%00")).status).toBe(400);
  });

  test("returns all matches page by page, each once", async ({ app, named }) => {
    const call = app.as(null);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call(listBooks, { query: { search: "al", limit: 2, cursor } });
      ids.push(...page.books.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);

    const fullList = await call(listBooks, { query: { search: "al" } });
    expect(named.size).toBeGreaterThan(0);
    expect(ids).toEqual(fullList.books.map(({ id }) => id));
  });

  test("is filtered and sorted", async ({ app, named }) => {
    const { books } = await app.as(null)(listBooks, {
      query: { search: "quran", sortBy: "title", sortOrder: "desc", language: "en" },
    });

    expect(books.map(({ id }) => named.get(id))).toEqual(["quranStories"]);
  });

  test.for(["tr", "TR", "Tr"])("takes the language %s in any case", async (language, { app, named }) => {
    const { books } = await app.as(null)(listBooks, { query: { language } });

    expect(books.map(({ id }) => named.get(id))).toEqual(["city"]);
  });
});

describe("suggestions", () => {
  test.for<[string, string]>([
    ["qu", "Qurʾān Stories for Children"],
    ["qur", "Qurʾān Stories for Children"],
    ["kora", "Qurʾān Stories for Children"],
    ["مخت", "مختصر صحيح البخاري"],
    ["the five da", "The Five Daily Prayers"],
    ["amina", "Amina Rahman"],
    ["rahm", "Amina Rahman"],
    ["the mon", "The Months"],
    ["gramarr", "Arabic Grammar Made Plain"],
  ])("for %s contain %s", async ([search, label], { app, named }) => {
    const suggestions = await app.as(null)(suggest, { query: { search } });

    expect(named.size).toBeGreaterThan(0);
    expect(suggestions.map((suggestion) => suggestion.label)).toContain(label);
    expect(suggestions.map((suggestion) => suggestion.label)).not.toContain("Qur'an, a Draft about Bukhari");
  });

  test("are limited in number", async ({ app, named }) => {
    expect(named.size).toBeGreaterThan(0);
    expect(await app.as(null)(suggest, { query: { search: "a", limit: 3 } })).toHaveLength(3);
  });
});
