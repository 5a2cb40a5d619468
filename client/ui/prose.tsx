interface ProseProps {
  readonly text: string;
  readonly className?: string;
}

/** Long interface text at a readable width. */
export function Prose({ text, className = "" }: ProseProps) {
  return (
    <div className={`flex max-w-measure flex-col gap-3 ${className}`}>
      {text.split("\n\n").map((part) => (
        <Part key={part} lines={part.split("\n")} />
      ))}
    </div>
  );
}

function Part({ lines }: { readonly lines: readonly string[] }) {
  const items = lines.filter((line) => line.startsWith("- "));
  const paragraph = lines.filter((line) => !line.startsWith("- ")).join(" ");
  return (
    <>
      {paragraph && <p>{paragraph}</p>}
      {items.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 ps-5 marker:text-accent">
          {items.map((item) => (
            <li key={item}>{item.slice(2)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
