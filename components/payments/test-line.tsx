import { Info } from "lucide-react";
import type { ReactNode } from "react";

/** Stands at the top of the pages of an account for which no money moves (0410). The server renders it: no page has scripts for it. */
export function TestLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A landmark, as everything on a page is in one (axe: region).
    <aside aria-label={label} className="test-line">
      <Info aria-hidden className="size-3.5" />
      {children}
    </aside>
  );
}
