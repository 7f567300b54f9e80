"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { paths } from "@/lib/paths";

/** Ends the session on the server. The library is fetched only now: no page carries it for one click a day. */
export function SignOutButton() {
  const t = useTranslations("navigation");
  const [isLeaving, setIsLeaving] = useState(false);

  const leave = async (): Promise<void> => {
    if (isLeaving) return;
    setIsLeaving(true);
    try {
      const { signOut } = await import("next-auth/react");
      await signOut({ callbackUrl: paths.login() });
    } catch {
      // Still signed in, and the button says so by being there to press again.
      setIsLeaving(false);
    }
  };

  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isLeaving}
      icon={<LogOut aria-hidden className="size-3.5" />}
      className="-mr-2.5 px-2"
      onClick={leave}
    >
      {t("signOut")}
    </Button>
  );
}
