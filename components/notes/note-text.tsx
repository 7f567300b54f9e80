import { Link } from "@/components/ui/link";
import type { NotePart, NoteView } from "@/lib/notes/note-views";
import { paths } from "@/lib/paths";

/** A note's text: ids and references lead to their pages, mentions stand out. Addresses of other sites stay text. */
export function NoteText({ parts }: Pick<NoteView, "parts">) {
  return (
    <bdi className="block max-w-prose wrap-anywhere whitespace-pre-wrap">
      {parts.map((part, index) => (
        // The parts of a text keep their order.
        <Part key={index} part={part} />
      ))}
    </bdi>
  );
}

const LINK = "text-accent underline underline-offset-2";

function Part({ part }: { part: NotePart }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "mention":
      return <span className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent">{part.text}</span>;
    case "reference":
      return (
        <Link href={paths.payments(part.reference)} className={LINK}>
          {part.text}
        </Link>
      );
    case "transaction":
      return (
        <Link href={paths.payment(part.id)} className={LINK}>
          {part.text}
        </Link>
      );
    case "refund":
      return (
        <Link href={paths.refund(part.id)} className={LINK}>
          {part.text}
        </Link>
      );
  }
}
