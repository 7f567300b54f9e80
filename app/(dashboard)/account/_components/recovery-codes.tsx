"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** Shown once; they stay until the person confirms that they are stored. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("account");
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <div className="space-y-3">
      <Notice tone="warning" role="status" title={t("factor.codesTitle")}>
        <p>{t("factor.codesAbout")}</p>
      </Notice>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("factor.copyAll")}
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded border border-line bg-sunken px-3 py-2.5 font-mono text-sm outline-none"
      >
        {codes.map((code) => (
          <li key={code} dir="ltr">
            {code}
          </li>
        ))}
      </ul>
      <Button variant="primary" onClick={onKept}>
        {t("factor.codesDone")}
      </Button>
    </div>
  );
}
