import type { demoReaders } from "./demo-readers.ts";

type Username = (typeof demoReaders)[number]["username"];

interface DemoDiscussion {
  readonly title: string;
  readonly posts: readonly (readonly [Username, string])[];
  /** Opens to readers who have reached this fraction of the community's book. */
  readonly from?: number;
}

export interface DemoCommunity {
  readonly name: string;
  readonly about: string;
  readonly rules: string;
  readonly language: string;
  readonly members: readonly Username[];
  /** The title of the book that it reads. */
  readonly bookTitle: string;
  readonly discussions: readonly DemoDiscussion[];
}

/** Sample communities; each says in its description that it is one. */
export const demoCommunities: readonly DemoCommunity[] = [
  {
    name: "Travellers’ circle",
    about:
      "A sample community: one short book of travel a month, a chapter a week, and a talk about it on Thursdays.",
    rules: "Write as you would speak at a friend’s table.\nMark spoilers with ||two bars||.",
    language: "en",
    members: ["khadija.demo", "bilal.demo", "sumayya.demo"],
    bookTitle: "Letters from the Road",
    discussions: [
      {
        title: "Where do you read?",
        posts: [
          [
            "khadija.demo",
            "I read the first letter on a **station bench** and missed my train. Where are you with yours?",
          ],
          ["bilal.demo", "On the bus, with the audio, one letter each way. It fits almost exactly."],
          ["sumayya.demo", "In the kitchen, while the lentils cook. @khadija.demo, was it worth the train?"],
          [
            "khadija.demo",
            "Yes. There was another one an hour later, and nobody to talk to me until it came.",
          ],
        ],
      },
      {
        title: "The last letter",
        from: 0.8,
        posts: [
          [
            "bilal.demo",
            "I did not expect the book to end *there*. Did you read it as a farewell or as a beginning?",
          ],
          ["khadija.demo", "As a beginning. Nobody packs so carefully for a farewell."],
        ],
      },
    ],
  },
  {
    name: "مجلس الحكايات",
    about: "مجتمع للتجربة: نقرأ حكاية قصيرة كل أسبوع ونتحدث عنها.",
    rules: "الكلمة الطيبة صدقة. لا تحرق على غيرك نهاية الحكاية.",
    language: "ar",
    members: ["sumayya.demo", "bilal.demo"],
    bookTitle: "حكايات السوق",
    discussions: [
      {
        title: "أي الحكايات بقيت معك؟",
        posts: [
          ["sumayya.demo", "قرأت الحكاية الأولى مرتين، مرة لي ومرة لأبنائي. فأيّها بقيت معكم؟"],
          ["bilal.demo", "الثانية. قصيرة، لكنها تكفي ليوم كامل."],
        ],
      },
    ],
  },
];
