"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { useSignOut } from "./use-sign-out";

export function SignOutButton() {
  const t = useTranslations("navigation");
  const { isLeaving, leave } = useSignOut();
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isLeaving}
      icon={<LogOut aria-hidden className="size-3.5" />}
      className="-mr-2 px-2"
      onClick={leave}
    >
      {t("signOut")}
    </Button>
  );
}
