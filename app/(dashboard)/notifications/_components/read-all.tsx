"use client";

import { CheckCheck } from "lucide-react";
import { useUnread } from "@/components/notifications/unread";
import { Button } from "@/components/ui/button";
import { readAllAction } from "../actions";

/** Marks everything up to the newest notification on the page as read. */
export function ReadAll({ upTo, label }: { upTo: string; label: string }) {
  const { learn } = useUnread();
  const send = async (form: FormData): Promise<void> => {
    const outcome = await readAllAction(form);
    // The page leads to the sign-in.
    if (outcome.kind === "signed_out") window.location.reload();
    else learn(outcome.unread);
  };
  return (
    <form action={send}>
      <input type="hidden" name="upTo" value={upTo} />
      <Button type="submit" icon={<CheckCheck aria-hidden className="size-4" />}>
        {label}
      </Button>
    </form>
  );
}
