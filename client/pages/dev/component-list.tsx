import { Bell, BookOpen, Settings, Trash2 } from "lucide-react";
import { useState } from "react";
import { CallError } from "#shared/api/http-client.ts";
import type { PagedQuery } from "#client/lib/api/paged-query.ts";
import { Avatar } from "#client/ui/avatar.tsx";
import { BookCard, BookCardSkeleton, BookGrid } from "#client/ui/books/book-card.tsx";
import { BookRow, BookRowSkeleton } from "#client/ui/books/book-row.tsx";
import { Stars } from "#client/ui/books/stars.tsx";
import { Card } from "#client/ui/card.tsx";
import { PagedList } from "#client/ui/feedback/paged-list.tsx";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { Chip, ChipLink, RemovableChip } from "#client/ui/forms/chip.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { StarPicker } from "#client/ui/forms/star-picker.tsx";
import { Lattice } from "#client/ui/geometric-pattern.tsx";
import { Tabs } from "#client/ui/tabs.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { ComponentExample, Row } from "./component-example.tsx";
import { FieldExamples } from "./field-examples.tsx";
import { OverlayExamples } from "./overlay-examples.tsx";
import { sampleBooks } from "./sample-books.ts";

const noop = () => undefined;

const samplePages: PagedQuery<(typeof sampleBooks)[number]> = {
  rows: sampleBooks,
  first: undefined,
  getKey: ({ id }) => id,
  error: null,
  isError: false,
  isPaused: false,
  isPlaceholder: false,
  refetch: noop,
  next: { isLoading: false, error: null, load: noop },
  previous: null,
};

interface ComponentListProps {
  /** Distinguishes the examples. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
}

export function ComponentList({ name, direction }: ComponentListProps) {
  const [first] = sampleBooks;
  return (
    <div className="flex flex-col gap-8">
      <ComponentExample title="Type">
        <p className="font-title text-display">{direction === "ltr" ? "Display" : "عرض"}</p>
        <p className="font-title text-h1">Heading one</p>
        <p className="font-title text-h2">Heading two · العنوان</p>
        <p className="font-title text-h3">Heading three</p>
        <p className="text-lead">Lead: Riyāḍ aṣ-Ṣāliḥīn</p>
        <p>
          Body, and a <TextLink to="/dev/ui">link in it</TextLink>. نصّ عربيّ
        </p>
        <p className="text-muted text-small">Small and muted</p>
        <p className="font-reading text-lead">Reading: the quick brown fox · بسم الله</p>
      </ComponentExample>
      <ComponentExample title="Buttons">
        <Row>
          <Button>Primary</Button>
          <Button tone="secondary">Secondary</Button>
          <Button tone="quiet">Quiet</Button>
          <Button tone="destructive">Destructive</Button>
          <Button disabled>Disabled</Button>
          <Button isPending pendingText="Signing In...">
            Sign In
          </Button>
          <Button icon={<BookOpen aria-hidden />}>With icon</Button>
          <Button size="small">Small</Button>
          <Button size="large">Large</Button>
          <ButtonLink to="/dev/ui" tone="secondary">
            A link
          </ButtonLink>
          <IconButton label="Settings" icon={<Settings aria-hidden />} />
          <IconButton label="Remove" icon={<Trash2 aria-hidden />} disabled />
        </Row>
      </ComponentExample>
      <FieldExamples name={name} />
      <OverlayExamples />
      <ComponentExample title="Tabs">
        <TabsExample />
      </ComponentExample>
      <ComponentExample title="Chips, stars, progress, avatars">
        <Row>
          <Chip>Chip</Chip>
          <ChipLink to="/dev/ui">Link</ChipLink>
          <RemovableChip label="Fiqh" removeLabel="Remove filter Fiqh" onRemove={noop} />
          <Stars rating={3.5} ratingCount={8} />
          <Stars rating={null} />
          <Stars rating={4} isCompact />
          <RatingExample name={name} />
          <Avatar imageUrl="" name="Amina" />
          <Avatar imageUrl="/nothing-here.png" name="هناء" className="size-14" />
        </Row>
        <ProgressBar value={41.3} label={`Progress, ${name}`} />
      </ComponentExample>
      <ComponentExample title="Books">
        <BookGrid>
          {sampleBooks.map((book) => (
            <BookCard key={book.id} book={book} />
          ))}
          <BookCardSkeleton />
        </BookGrid>
        {first && (
          <BookRow book={first} actions={<Button size="small">Continue reading</Button>}>
            <ProgressBar value={12.5} label={`Progress in a row, ${name}`} />
          </BookRow>
        )}
        <BookRowSkeleton />
      </ComponentExample>
      <ComponentExample title="A list of pages">
        <PagedList query={samplePages} isManual>
          {({ title }) => (
            <p dir="auto" className="p-4">
              {title}
            </p>
          )}
        </PagedList>
      </ComponentExample>
      <ComponentExample title="States and surfaces">
        <EmptyState
          title="Nothing here yet"
          hint="One sentence and the next step."
          action={<Button>Do it</Button>}
        />
        <ErrorState title="It could not be loaded" error={new CallError(503, "")} onRetry={noop} />
        <Skeleton className="h-10" />
        <Card className="relative overflow-hidden">
          <Lattice />
          <span className="relative inline-flex items-center gap-2">
            <Bell aria-hidden /> A card with the lattice
          </span>
        </Card>
      </ComponentExample>
    </div>
  );
}

function TabsExample() {
  const [tab, setTab] = useState<"one" | "two">("one");
  return (
    <Tabs
      label="Tabs"
      tabs={[
        { value: "one", label: "One" },
        { value: "two", label: "Two" },
      ]}
      value={tab}
      onChange={setTab}
    >
      Content of {tab}
    </Tabs>
  );
}

function RatingExample({ name }: { readonly name: string }) {
  const [stars, setStars] = useState<number | null>(2.5);
  return <StarPicker label={`Rate, ${name}`} value={stars} onChange={setStars} />;
}
