"use client";

import { Link2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "./button";
import { useAddress } from "./page-account";

type CopyLinkProps = {
  /** A path of the dashboard. */
  href: string;
};

/** Copies the address of a page for a colleague; where the browser forbids copying, the address is shown to be copied by hand. */
export function CopyLink({ href }: CopyLinkProps) {
  const t = useTranslations("common.copyLink");
  const path = useAddress(href);
  const [isCopied, setIsCopied] = useState(false);
  const [shown, setShown] = useState<string | null>(null);

  const copy = async (): Promise<void> => {
    const address = new URL(path, location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      setIsCopied(true);
    } catch {
      setShown(address);
    }
  };

  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <Button size="sm" icon={<Link2 aria-hidden className="size-3.5" />} onClick={() => void copy()}>
        {t("button")}
      </Button>
      <span role="status" className="min-w-0 text-xs wrap-anywhere text-ink-muted select-all">
        {isCopied ? t("copied") : shown}
      </span>
    </span>
  );
}
