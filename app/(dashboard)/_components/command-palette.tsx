"use client";

import { Command as Cmdk } from "cmdk";
import {
  ArrowRight,
  Keyboard,
  Languages,
  Layers,
  LogOut,
  Palette,
  Plus,
  Rows3,
  Search,
  Store,
  type LucideIcon,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Kbd } from "@/components/ui/kbd";
import { ForeignText } from "@/components/ui/text";
import { openInAccount, useRouter } from "@/components/ui/use-router";
import { AccountMark } from "@/components/accounts/account-mark";
import { usePageAccount } from "@/components/ui/page-account";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { type Role, roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import {
  actionCommands,
  goCommands,
  isMeant,
  jumpsOf,
  type BeginCommand,
  type Command,
  type HereCommand,
  type Jump,
} from "./palette-commands";
import { useLinesPaste } from "./search/pasted-lines";
import { submitSearch } from "./search/search-focus";
import { Hit } from "./search/top-hits";
import { useTopHits } from "./search/use-top-hits";
import { useCommandNames, useRunHere } from "./use-commands";

type CommandPaletteProps = {
  role: Role;
  accounts?: readonly AccountChoice[];
  onClose: () => void;
  onShowKeys: () => void;
};

/** One field for every page and action. Text that matches neither is looked up as a merchant reference. */
export function CommandPalette({ role, accounts = [], onClose, onShowKeys }: CommandPaletteProps) {
  const t = useTranslations("palette");
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const nameOf = useCommandNames();
  const run = useRunHere(onShowKeys);

  const go = (href: string): void => {
    onClose();
    router.push(href);
  };
  const search = ({ reference, href }: Extract<Jump, { kind: "reference" }>): void => {
    if (href !== null) return go(href);
    onClose();
    submitSearch(reference);
  };
  const isWanted = (command: Command): boolean => isMeant(typed, nameOf(command));
  const current = usePageAccount();
  const pages = goCommands({ role, slug: current }).filter(isWanted);
  const actions = actionCommands({ role, slug: current }).filter(isWanted);
  const jumps = jumpsOf(typed, role);
  const maySearch = roleAllows(role, "view_payments");
  const found = useTopHits(maySearch ? typed : "");
  // Only hits of this very text count: Enter opens the first.
  const hits = found?.text === typed ? found.payments : [];
  const onPaste = useLinesPaste(onClose);
  const isAllMeant = accounts.length > 1 && isMeant(typed, [t("allAccounts"), t("account")]);
  const others = accounts.filter(
    ({ slug, name }) => slug !== current && isMeant(typed, [name, t("account")]),
  );

  return (
    <Cmdk label={t("title")} shouldFilter={false} loop>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <Cmdk.Input
          data-initial-focus
          autoFocus
          dir="auto"
          value={typed}
          onValueChange={setTyped}
          {...(maySearch && { onPaste })}
          placeholder={t("placeholder")}
          className="h-12 min-w-0 grow bg-transparent text-base outline-none"
        />
        <span className="pointer-coarse:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </div>
      <Cmdk.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-2">
        <Section heading={t("group.jump")} isShown={jumps.some(({ kind }) => kind !== "reference")}>
          {jumps.map(
            (jump) =>
              jump.kind !== "reference" && (
                <Row key={jump.kind} icon={ArrowRight} value={jump.kind} onRun={() => go(jump.href)}>
                  {t(`jump.${jump.kind}`)} <code className="font-mono text-xs wrap-anywhere">{jump.id}</code>
                </Row>
              ),
          )}
        </Section>
        <Section heading={t("group.payments")} isShown={hits.length > 0}>
          {hits.map((payment) => (
            <Row
              key={payment.transactionId}
              value={payment.transactionId}
              onRun={() => go(paths.payment(payment.transactionId, payment.reference))}
            >
              <Hit payment={payment} />
            </Row>
          ))}
        </Section>
        <Section heading={t("group.pages")} isShown={pages.length > 0}>
          {pages.map((command) => (
            <Row
              key={command.item}
              icon={ArrowRight}
              value={`go ${command.item}`}
              keys={command.key === undefined ? [] : ["g", command.key]}
              onRun={() => go(command.href)}
            >
              {nameOf(command)[0]}
            </Row>
          ))}
        </Section>
        <Section heading={t("group.actions")} isShown={actions.length > 0}>
          {actions.map((command) => {
            const [name] = nameOf(command);
            return (
              <Row
                key={name}
                icon={ICONS[command.kind]}
                value={`do ${name}`}
                {...(command.kind === "keys" && { keys: ["?"] })}
                onRun={() => {
                  if (command.kind === "begin") return go(command.href);
                  onClose();
                  run(command);
                }}
              >
                {name}
              </Row>
            );
          })}
        </Section>
        <Section heading={t("group.accounts")} isShown={others.length > 0 || isAllMeant}>
          {isAllMeant && (
            <Row icon={Layers} value="account *" onRun={() => openInAccount(null, paths.allAccounts())}>
              {t("allAccounts")}
            </Row>
          )}
          {others.map(({ slug, name, colour }) => (
            <Row
              key={slug ?? ""}
              icon={Store}
              value={`account ${slug ?? ""}`}
              onRun={() => openInAccount(slug, paths.payments())}
            >
              <AccountMark name={name} colour={colour} />
            </Row>
          ))}
        </Section>
        <Section heading={t("group.search")} isShown={jumps.length > 0}>
          {jumps.map(
            (jump) =>
              jump.kind === "reference" && (
                <Row key={jump.kind} icon={Search} value={jump.kind} onRun={() => search(jump)}>
                  {t.rich("jump.reference", {
                    reference: () => <ForeignText className="font-medium">{jump.reference}</ForeignText>,
                  })}
                </Row>
              ),
          )}
        </Section>
      </Cmdk.List>
    </Cmdk>
  );
}

const ICONS: Record<(BeginCommand | HereCommand)["kind"], LucideIcon> = {
  begin: Plus,
  theme: Palette,
  density: Rows3,
  locale: Languages,
  keys: Keyboard,
  signOut: LogOut,
};

function Section({ heading, isShown, children }: { heading: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <Cmdk.Group
      heading={heading}
      className="not-first:mt-2 **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-ink-muted"
    >
      {children}
    </Cmdk.Group>
  );
}

type RowProps = {
  icon?: LucideIcon;
  value: string;
  keys?: readonly string[];
  onRun: () => void;
  children: ReactNode;
};

function Row({ icon: Icon, value, keys = [], onRun, children }: RowProps) {
  return (
    <Cmdk.Item
      value={value}
      onSelect={onRun}
      className="flex min-h-8 touch-target cursor-pointer items-center gap-2.5 rounded px-2 py-1 data-[selected=true]:bg-accent-soft"
    >
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />}
      <span className="min-w-0 grow wrap-anywhere">{children}</span>
      <span aria-hidden className="flex shrink-0 gap-1 pointer-coarse:hidden">
        {keys.map((key, index) => (
          <Kbd key={`${String(index)} ${key}`}>{key}</Kbd>
        ))}
      </span>
    </Cmdk.Item>
  );
}
