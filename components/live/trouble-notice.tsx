import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { Age } from "@/components/ui/time";
import type { ServiceTrouble } from "@/lib/views";
import { troubleWords } from "./trouble";

type TroubleNoticeProps = {
  trouble: ServiceTrouble;
  /** When the service last told what is still on the screen; null when it never has. */
  knownAt?: string | null;
  actions?: ReactNode;
};

/** Nothing newer is known because the service gave no answer; never to be mistaken for "not found" (failure 7). */
export function TroubleNotice({ trouble, knownAt = null, actions }: TroubleNoticeProps) {
  const { title, meaning } = troubleWords(trouble);
  return (
    <Notice tone="warning" role="alert" title={title} actions={actions}>
      <p>{meaning}</p>
      {knownAt !== null && (
        <p>
          What you see is what it told last, <Age iso={knownAt} />; it is asked again by itself.
        </p>
      )}
    </Notice>
  );
}
