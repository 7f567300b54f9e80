"use client";

import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Checkbox } from "@/components/ui/controls";
import { Kbd } from "@/components/ui/kbd";
import { roleAllows, type Role } from "@/lib/can";
import { usePageAccount } from "@/components/ui/page-account";
import { pagesOf } from "./navigation";
import { PaletteKeys } from "./palette-keys";
import { areSingleKeysOn, switchSingleKeys } from "./pressed-key";

/** Every global shortcut, and the setting that switches single keys off. */
export function KeyList({ role }: { role: Role }) {
  const t = useTranslations("palette");
  const tNavigation = useTranslations("navigation");
  const slug = usePageAccount();
  const [isOn, setIsOn] = useState(areSingleKeysOn);

  return (
    <div className="space-y-4">
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5">
        <KeyLine name={t("keys.palette")}>
          <PaletteKeys />
        </KeyLine>
        <KeyLine name={t("keys.search")}>
          <Kbd>/</Kbd>
        </KeyLine>
        <KeyLine name={t("keys.list")}>
          <Kbd>?</Kbd>
        </KeyLine>
        <KeyLine name={t("keys.rows")}>
          <Kbd>j</Kbd> <Kbd>k</Kbd>
        </KeyLine>
        <KeyLine name={t("keys.newRows")}>
          <Kbd>.</Kbd>
        </KeyLine>
        <KeyLine name={t("keys.open")}>
          <Kbd>Enter</Kbd>
        </KeyLine>
        {roleAllows(role, "refund_payment") && (
          <KeyLine name={t("keys.refund")}>
            <Kbd>r</Kbd>
          </KeyLine>
        )}
        {roleAllows(role, "cancel_payment") && (
          <KeyLine name={t("keys.cancel")}>
            <Kbd>c</Kbd>
          </KeyLine>
        )}
        {roleAllows(role, "write_note") && (
          <KeyLine name={t("keys.note")}>
            <Kbd>n</Kbd>
          </KeyLine>
        )}
        <KeyLine name={t("keys.assign")}>
          <Kbd>a</Kbd>
        </KeyLine>
        <KeyLine name={t("keys.wait")}>
          <Kbd>w</Kbd>
        </KeyLine>
        <KeyLine name={t("keys.done")}>
          <Kbd>e</Kbd>
        </KeyLine>
        {pagesOf({ role, slug }).map(
          ({ item, key }) =>
            key !== undefined && (
              <KeyLine key={item} name={t("keys.goTo", { page: tNavigation(`item.${item}`) })}>
                <Kbd>g</Kbd> <Kbd>{key}</Kbd>
              </KeyLine>
            ),
        )}
        <KeyLine name={t("keys.dismiss")}>
          <Kbd>Esc</Kbd>
        </KeyLine>
      </dl>
      <Checkbox
        label={t("keys.single")}
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.target.checked);
          switchSingleKeys(event.target.checked);
        }}
      />
    </div>
  );
}

function KeyLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right whitespace-nowrap">{children}</dd>
    </>
  );
}
