import { Link } from "./link";
import { buttonClass } from "./button";

/** Keyset pages have no numbers: only "next" and "back to the first". */
export function Pager({
  label,
  first,
  next,
}: {
  label: string;
  /** Null on the first page. */
  first: { href: string; label: string } | null;
  /** Null on the last page. */
  next: { href: string; label: string } | null;
}) {
  if (first === null && next === null) return null;
  return (
    <nav aria-label={label} className="mt-4 flex justify-between gap-2">
      {first !== null && (
        <Link href={first.href} className={buttonClass("secondary", "sm")}>
          {first.label}
        </Link>
      )}
      {next !== null && (
        <Link href={next.href} className={`${buttonClass("secondary", "sm")} ml-auto`}>
          {next.label}
        </Link>
      )}
    </nav>
  );
}
