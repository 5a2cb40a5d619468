import { Spoiler } from "#client/ui/spoiler.tsx";

/** A plain text in which `||…||` hides spoilers. */
export function ReviewText({ text }: { readonly text: string }) {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-line text-start">
      {text.split(/\|\|(.+?)\|\|/s).map((part, index) => {
        const key = `${index} ${part}`;
        return index % 2 === 1 ? <Spoiler key={key}>{part}</Spoiler> : <span key={key}>{part}</span>;
      })}
    </p>
  );
}
