import { Link } from "@/components/ui/link";

type RangeLink = { words: string; href: string; isHere: boolean };

/** The periods of a panel, each a link to the page that shows it. */
export function RangeLinks({ label, links }: { label: string; links: readonly RangeLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-4">
        {links.map(({ words, href, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              scroll={false}
              aria-current={isHere ? "page" : undefined}
              className={`touch-target inline-flex items-center text-sm underline-offset-4 hover:underline ${
                isHere ? "font-semibold text-ink underline" : "text-accent"
              }`}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
