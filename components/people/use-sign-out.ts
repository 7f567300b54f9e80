"use client";

import { useRef, useState } from "react";
import { discardKept } from "@/components/accounts/kept-keys";
import { TYPED_KEY } from "@/components/states/typed-fields";
import { paths } from "@/lib/paths";

/** Ends the session on the server. The library is loaded on click, so that no page carries it for a rare action. */
export function useSignOut(): { isLeaving: boolean; leave: () => Promise<void> } {
  const isPending = useRef(false);
  const [isLeaving, setIsLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setIsLeaving(true);
    try {
      const { signOut } = await import("next-auth/react");
      discardKept();
      sessionStorage.removeItem(TYPED_KEY);
      await signOut({ callbackUrl: paths.login() });
    } catch {
      // Still signed in; the button is enabled again.
      isPending.current = false;
      setIsLeaving(false);
    }
  };
  return { isLeaving, leave };
}
