import type { EnglishEntry, PartOfSpeech } from "#shared/dictionary/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import type { DefinitionNode } from "./definitions/definition-node.ts";

const parts = ["noun", "verb", "adj", "adv"] as const satisfies readonly PartOfSpeech[];

/** The senses of an entry by part of speech. */
export function toEnglishNodes({ senses }: EnglishEntry): DefinitionNode[] {
  return parts.flatMap((part): DefinitionNode[] => {
    const ofPart = senses.filter((sense) => sense.part === part);
    if (ofPart.length === 0) return [];
    return [
      { tag: "p", children: [{ tag: "i", children: [t(`dictionary.part-${part}`)] }] },
      { tag: "ol", children: ofPart.map(toItem) },
    ];
  });
}

function toItem({ definition, examples, synonyms }: EnglishEntry["senses"][number]): DefinitionNode {
  return {
    tag: "li",
    children: [
      definition,
      ...examples.map(
        (example): DefinitionNode => ({
          tag: "p",
          children: [{ tag: "i", children: [`“${example}”`] }],
        }),
      ),
      ...(synonyms.length > 0
        ? [{ tag: "p" as const, children: [t("dictionary.synonyms", { words: synonyms.join(", ") })] }]
        : []),
    ],
  };
}
