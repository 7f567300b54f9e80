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
      icon={<LogOut aria-hidden className="size-4" />}
      className="w-full justify-start gap-2.5 px-1.5 pointer-coarse:min-h-11"
      onClick={leave}
    >
      {t("signOut")}
    </Button>
  );
}
