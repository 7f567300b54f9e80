import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import type { ServiceTrouble } from "@/lib/views";
import { troubleWords } from "./trouble";

/** Nothing is known because the service gave no answer; never to be mistaken for "not found" (failure 7). */
export function TroubleNotice({ trouble, actions }: { trouble: ServiceTrouble; actions?: ReactNode }) {
  const { title, meaning } = troubleWords(trouble);
  return (
    <Notice tone="warning" role="alert" title={title} actions={actions}>
      <p>{meaning}</p>
    </Notice>
  );
}
