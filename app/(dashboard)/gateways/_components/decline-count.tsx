import { Link } from "@/components/ui/link";

/** A number that leads to its payments, where the person may see them. */
export function DeclineCount({ words, href, label }: { words: string; href: string | null; label: string }) {
  if (href === null) return <span className="tabular-nums">{words}</span>;
  return (
    <Link
      href={href}
      aria-label={label}
      title={label}
      className="touch-target inline-flex items-center justify-end tabular-nums underline underline-offset-2"
    >
      {words}
    </Link>
  );
}
