import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInRules: readonly AcceptedSurvivor[] = [
  ...accept(
    "shared/books/book.ts",
    "A declaration that tests outside of the area use.",
    ['kind === "scripture"', "true", "false", 'kind !== "scripture"'],
    ['({ kind }: Pick<Book, "kind">): boolean => kind === "scripture"', "() => undefined"],
  ),
  ...accept(
    "shared/books/facts.ts",
    "A declaration that tests outside of the area use.",
    ['(max: number) => z.union([line(max), z.literal("")])', "() => undefined"],
    [
      "{ subtitle: optionalLine(500), publisher: optionalLine(200), licence: optionalLine(500), provenance: prose(2000), }",
      "{}",
    ],
    ["{ publishedYear: z.nullable(z.int().check(z.gte(-3000), z.lte(3000))) }", "{}"],
    ["{ ...texts, ...numbers }", "{}"],
    ["(name: string): name is BookFact => name in bookFacts", "() => undefined"],
    ["(name: string): name is keyof typeof numbers => name in numbers", "() => undefined"],
    [
      "<K extends string, V>(shape: Readonly<Record<K, unknown>>, value: V) => Object.fromEntries(Object.keys(shape).map((name) => [name, value])) as Record<K, V>",
      "() => undefined",
    ],
    ["{ ...mapKeys(texts, z.string()), ...mapKeys(numbers, z.nullable(z.int())), }", "{}"],
    ['{ ...mapKeys(texts, ""), ...mapKeys(numbers, null) }', "{}"],
  ),
  ...accept(
    "shared/books/genre-keys.ts",
    "A declaration that tests outside of the area use.",
    [
      '{ Art: "common.genreArt", Beginners: "common.genreBeginners", Children: "common.genreChildren", History: "common.genreHistory", "Qur\'an": "common.genreQuran", R…',
      "{}",
    ],
    [
      "(name: string): GenreKey | null => (Object.hasOwn(nameKeys, name) && nameKeys[name]) || null",
      "() => undefined",
    ],
    [
      "(Object.hasOwn(nameKeys, name) && nameKeys[name]) || null",
      "true",
      "false",
      "Object.hasOwn(nameKeys, name) && nameKeys[name] && null",
    ],
    [
      "Object.hasOwn(nameKeys, name) && nameKeys[name]",
      "false",
      "Object.hasOwn(nameKeys, name) || nameKeys[name]",
    ],
  ),
  ...accept(
    "shared/books/isbn.ts",
    "It only takes or refuses a number with stray characters.",
    ['/^="?|"$/g', '/="?|"$/g', '/^="?|"/g'],
    [
      "/^(?:urn:)?isbn(?:[-\\s]?1[03])?[:\\s]?/i",
      "/(?:urn:)?isbn(?:[-\\s]?1[03])?[:\\s]?/i",
      "/^(?:urn:)?isbn(?:[-\\S]?1[03])?[:\\s]?/i",
    ],
  ),
  ...accept("shared/books/latin-spelling.ts", "Every letter has forms.", ["[]", '["Stryker was here"]']),
  ...accept(
    "shared/books/latin-spelling.ts",
    "It only adds or removes rare spellings such as `kkh`.",
    ['form.startsWith("c")', 'form.endsWith("c")'],
    ["form.charAt(0)", "form"],
    ["form.length === 2", "true"],
    ["first + form + form", "first + form - form"],
    ["first + form", "first - form"],
  ),
  ...accept("shared/books/latin-spelling.ts", "It only ends early.", ["ends === 0", "false"]),
  ...accept("shared/books/latin-spelling.ts", "No letter follows the end of the word.", [
    "at < word.length",
    "at <= word.length",
  ]),
  ...accept(
    "shared/books/normalize-search-text.ts",
    "Words hardly mix scripts or digits.",
    ["/^\\p{Script=Arabic}/u", "/\\p{Script=Arabic}/u"],
    ["!/^[a-z]+$/.test(word)", "false"],
    ["/^[a-z]+$/", "/[a-z]+$/", "/^[a-z]+/"],
    ["/^(?:[وف]?(?:[بك]?ال|لل))(?=.{2})/u", "/(?:[وف]?(?:[بك]?ال|لل))(?=.{2})/u"],
  ),
  ...accept(
    "shared/books/normalize-search-text.ts",
    "Words with a skeleton of two letters hardly have another spelling.",
    ["skeleton.length < 2", "skeleton.length <= 2"],
  ),
  ...accept("shared/books/person-names.ts", "An empty list is returned in the end as well.", [
    "found.length > 0",
    "true",
    "found.length >= 0",
  ]),
  ...accept(
    "shared/books/person-names.ts",
    "No known name is matched otherwise.",
    [
      "/^(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\\2))?(?<last>llah|[^aeiou]?[aeiou].{2,}|[^aeiou]{2}[aeiou].+)$/",
      "/(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\\2))?(?<last>llah|[^aeiou]?[aeiou].{2,}|[^aeiou]{2}[aeiou].+)$/",
      "/^(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\\2))?(?<last>llah|[^aeiou]?[aeiou].{2,}|[^aeiou]{2}[aeiou].+)/",
      "/^(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\\2))(?<last>llah|[^aeiou]?[aeiou].{2,}|[^aeiou]{2}[aeiou].+)$/",
      "/^(?<first>abd)[aeiou](?:l(?=[^l])|([dnrstz])(?=\\2))?(?<last>llah|[^aeiou]?[aeiou].{2,}|[^aeiou]{2}[aeiou].)$/",
    ],
    [
      "/^(?<first>.{3,}?)[aeiou]d?(?<last>d(?:in|ine|een))$/",
      "/(?<first>.{3,}?)[aeiou]d?(?<last>d(?:in|ine|een))$/",
      "/^(?<first>.{3,}?)[aeiou]d(?<last>d(?:in|ine|een))$/",
    ],
    ["/^(?<first>.{3,})[aeou](?<last>llah)$/", "/(?<first>.{3,})[aeou](?<last>llah)$/"],
    ["/^(?<first>عبد)(?<last>ال.{2,})$/u", "/^(?<first>عبد)(?<last>ال.{2,})/u"],
    [
      "/^(?<first>.{2,})(?<last>الدين|الله)$/u",
      "/(?<first>.{2,})(?<last>الدين|الله)$/u",
      "/^(?<first>.{2,})(?<last>الدين|الله)/u",
    ],
  ),
  ...accept("shared/books/preview.ts", "A declaration that tests outside of the area use.", [
    '{ previewBook: route({ method: "GET", path: "/api/books/:bookId/preview", access: "reader", summary: "A preview of a book as a guest, a reader or a supporter wi…',
    "{}",
  ]),
  ...accept("shared/books/redirects.ts", "A declaration that tests outside of the area use.", [
    '{ listRedirects: route({ method: "GET", path: "/api/admin/book-redirects", access: "employee", summary: "Book redirects", reads: ["redirect"], query: z.strictOb…',
    "{}",
  ]),
  ...accept("shared/books/script.ts", "Splitting a text gives at least one part.", [
    "tag.split(/[-_]/)[0]?.toLowerCase",
    "tag.split(/[-_]/)[0].toLowerCase",
  ]),
  ...accept("shared/books/urls.ts", "A declaration that tests outside of the area use.", [
    "(bookId: BookId, coverHash: string, shape…",
    "() => undefined",
  ]),
  ...accept(
    "shared/goals/daily-portion.ts",
    "It is within the tolerance of rounding.",
    ["doneToday >= portion - 1e-9", "doneToday > portion - 1e-9"],
    ["portion - 1e-9", "portion + 1e-9"],
  ),
  ...accept("shared/positions/audio-fraction.ts", "Both chapters meet at that point.", [
    "remaining < length",
    "remaining <= length",
  ]),
  ...accept("shared/positions/resolve-current-position.ts", "The opposite comparison orders them.", [
    "a.id < b.id",
    "false",
  ]),
  ...accept("shared/positions/sentence-times.ts", "The index is within the list.", [
    "item !== undefined",
    "true",
  ]),
  ...accept(
    "shared/positions/sentence-times.ts",
    "The sentence is then found as the next one, with the same time.",
    ["compareInReadingOrder(id, sentence) <= 0", "compareInReadingOrder(id, sentence) < 0"],
  ),
  ...accept("shared/positions/sentence-times.ts", "The tolerance is no exact limit.", [
    "start <= time + timeTolerance",
    "start < time + timeTolerance",
  ]),
  ...accept("shared/positions/text-fraction.ts", "Only rounding errors pass the last document.", [
    "-1",
    "+1",
  ]),
  ...accept("shared/reading-activity/calendar-year.ts", "The difference to a missing day is not a number.", [
    "before !== undefined",
    "true",
  ]),
  ...accept(
    "shared/reading-activity/hijri.ts",
    "The test runner has the formatter of an earlier run.",
    [
      'calendar ??= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC", })',
      'calendar &&= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", { year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" })',
    ],
    ['{ year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC", }', "{}"],
  ),
  ...accept("shared/reading-activity/session.ts", "A declaration that tests outside of the area use.", [
    "24 * 3_600_000",
    "24 / 3_600_000",
  ]),
  ...accept("shared/reading-activity/time-zone.ts", "The formatter always has the part.", [
    'getClock(zone) .formatToParts(time) .find(({ type }) => type === "timeZoneName")?.value',
    'getClock(zone).formatToParts(time).find(({ type }) => type === "timeZoneName").value',
  ]),
  ...accept("shared/reading-activity/time-zone.ts", "The schema of zones has checked it.", [
    "/^([+-])(\\d{2}):(\\d{2})$/",
    "/([+-])(\\d{2}):(\\d{2})$/",
    "/^([+-])(\\d{2}):(\\d{2})/",
  ]),
  ...accept(
    "shared/reading-activity/time-zone.ts",
    "The search from an earlier instant ends at the same day.",
    ["dayMs / 2", "dayMs * 2"],
  ),
  ...accept("shared/text/format-message.ts", "A lone # occurs within plurals only.", [
    "count !== undefined",
    "true",
  ]),
  ...accept("shared/text/format-message.ts", "It decides about an invisible character only.", [
    "/^[^:]*[a-z][^\\w:]+$|^[^\\w:]+[a-z]/i",
    "/^[^:]*[a-z][^\\w:]+|^[^\\w:]+[a-z]/i",
    "/^[^:]*[a-z][^\\w:]$|^[^\\w:]+[a-z]/i",
    "/^[^:]*[a-z][^\\w:]+$|^[^\\w:][a-z]/i",
  ]),
  ...accept("shared/uploads/audio-title.ts", "A missing title has nothing in common with another one.", [
    "titles.every(Boolean)",
    "titles.some(Boolean)",
  ]),
  ...accept(
    "shared/uploads/group-files.ts",
    "Names in which it matters are not those of books.",
    ["/\\.(m4b|zip)$/i", "/\\.(m4b|zip)/i"],
    [
      "/(^|\\/)(cover|folder|front)\\.(jpe?g|png|webp)$/i",
      "/(^|\\/)(cover|folder|front)\\.(jpe?g|png|webp)/i",
    ],
    [
      "/^(?:cd|disc|disk|dvd|part|side|(?:ال)?(?:قرص|اسطوان[هة]|أسطوان[هة]|شريط|كاسيت))[\\s._-]*\\p{Nd}{1,3}$/iu",
      "/^(?:cd|disc|disk|dvd|part|side|(?:ال)?(?:قرص|اسطوان[هة]|أسطوان[^هة]|شريط|كاسيت))[\\s._-]*\\p{Nd}{1,3}$/iu",
    ],
    ["/^\\p{L}\\p{L}$/u", "/\\p{L}\\p{L}$/u", "/^\\p{L}\\p{L}/u"],
  ),
  ...accept("shared/uploads/group-files.ts", "Paths of no known type are left out.", [
    "[]",
    '["Stryker was here"]',
  ]),
  ...accept("shared/uploads/storable-paths.ts", "It only reserves more names.", ["/\\.zip$/i", "/\\.zip/i"]),
];
