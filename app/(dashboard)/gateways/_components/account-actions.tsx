"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { chooseGatewayAccountAction } from "@/app/(dashboard)/gateways/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { useRouter } from "@/components/ui/use-router";
import { VENDOR_NAMES, type VendorTarget } from "@/lib/gateways/credential-fields";
import type { CredentialsDialogProps } from "./credentials-dialog";

const dialogPart = lazyPart(() => import("./credentials-dialog").then((module) => module.CredentialsDialog));

type Account = { account: number; revision: number; hint: string; in_use: boolean };

type EnterCredentialsProps = {
  target: VendorTarget;
  inUse: Account | null;
  /** An account waits for a second person: no further one can be requested. */
  isWaiting: boolean;
};

/** Opens the form for a vendor: for a first account, or for new credentials of the one in use or of another account. */
export function EnterCredentials({ target, inUse, isWaiting }: EnterCredentialsProps) {
  const t = useTranslations("gateways.accounts");
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const vendor = VENDOR_NAMES[target.vendor];
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        {(inUse !== null || !isWaiting) && (
          <Button
            size="sm"
            icon={<KeyRound aria-hidden className="size-3.5" />}
            aria-label={t(inUse === null ? "enterOf" : "renewOf", { vendor })}
            onPointerEnter={() => prefetchPart(dialogPart)}
            onClick={() => {
              setDone(null);
              setIsOpen(true);
            }}
          >
            {t(inUse === null ? "enter" : "renew")}
          </Button>
        )}
        <Done text={done} />
      </div>
      {isOpen && (
        <LazyCredentials
          target={target}
          choice={inUse === null ? { kind: "add" } : { kind: "ask", account: inUse }}
          onSaved={({ isSame, hint, isWaiting: waits }) => {
            setDone(t(waits ? "done.waiting" : isSame ? "done.replaced" : "done.saved", { vendor, hint }));
            setIsOpen(false);
            router.refresh();
          }}
          onClose={() => {
            setIsOpen(false);
            router.refresh();
          }}
        />
      )}
    </>
  );
}

type AccountActionsProps = {
  target: VendorTarget;
  account: Account;
  hasEnvironment: boolean;
  /** An account waits for a second person: no other one can be requested. */
  isWaiting: boolean;
};

/** What can be done with one account; the outcome stays beside it. */
export function AccountActions({ target, account, hasEnvironment, isWaiting }: AccountActionsProps) {
  const t = useTranslations("gateways.accounts");
  const router = useRouter();
  const [open, setOpen] = useState<"replace" | "use" | "stop" | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const vendor = VENDOR_NAMES[target.vendor];
  const { hint } = account;
  const close = (): void => {
    setOpen(null);
    router.refresh();
  };
  const button = (what: "replace" | "use" | "stop") => (
    <Button
      variant="ghost"
      size="sm"
      aria-label={t(`${what}Of`, { vendor, hint })}
      onClick={() => {
        setDone(null);
        setOpen(what);
      }}
    >
      {t(what)}
    </Button>
  );
  return (
    <div className="-ml-2.5 sm:ml-0">
      <div className="flex flex-wrap">
        {!account.in_use && button("replace")}
        {account.in_use ? button("stop") : !isWaiting && button("use")}
      </div>
      <Done text={done} />
      {open === "replace" && (
        <LazyCredentials
          target={target}
          choice={{ kind: "change", account }}
          onSaved={(saved) => {
            setDone(t("done.replaced", { vendor, hint: saved.hint }));
            close();
          }}
          onClose={close}
        />
      )}
      {(open === "use" || open === "stop") && (
        <ChooseAccount
          target={target}
          account={account}
          isUsed={open === "use"}
          hasEnvironment={hasEnvironment}
          onDone={(chosen) => {
            const what = chosen.isWaiting ? "done.requested" : open === "use" ? "done.used" : "done.stopped";
            setDone(t(what, { vendor, hint }));
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function Done({ text }: { text: string | null }) {
  return (
    <p role="status" className="text-sm text-success">
      {text}
    </p>
  );
}

type ChooseAccountProps = Omit<AccountActionsProps, "isWaiting"> & {
  isUsed: boolean;
  onDone: (chosen: { isWaiting: boolean }) => void;
  onClose: () => void;
};

/** Confirms which account takes new payments from now on. */
function ChooseAccount({ target, account, isUsed, hasEnvironment, onDone, onClose }: ChooseAccountProps) {
  const t = useTranslations("gateways");
  const action = useAction(chooseGatewayAccountAction);
  const vendor = VENDOR_NAMES[target.vendor];
  const names = { vendor, hint: account.hint };
  return (
    <ConfirmAction
      title={t(isUsed ? "chooseAccount.useTitle" : "chooseAccount.stopTitle", names)}
      keep={t(isUsed ? "chooseAccount.useKeep" : "chooseAccount.stopKeep")}
      confirm={t(isUsed ? "chooseAccount.useAsk" : "accounts.stop")}
      action={action}
      input={{
        gateway: target.vendor,
        account: isUsed ? account.account : null,
        // What is taken out of use is what the dialog names, whatever the page has read since.
        replaces: isUsed ? target.inUse : account.account,
      }}
      whenUnknown={t("whenUnknown")}
      onDone={onDone}
      onClose={onClose}
    >
      {isUsed ? (
        <p>{t("chooseAccount.useBody")}</p>
      ) : (
        <>
          <p>{t(hasEnvironment ? "chooseAccount.stopToService" : "chooseAccount.stopToNone", { vendor })}</p>
          <p>{t("chooseAccount.stopKept", { vendor })}</p>
        </>
      )}
    </ConfirmAction>
  );
}

function LazyCredentials(props: CredentialsDialogProps) {
  const t = useTranslations("gateways.credentials");
  const dialog = useLazyPart(dialogPart);
  if (dialog.kind === "ready") return <dialog.part {...props} />;
  const vendor = VENDOR_NAMES[props.target.vendor];
  return (
    <Dialog title={t("title", { vendor })} onDismiss={props.onClose} className="max-w-lg">
      {dialog.kind === "loading" ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <PartFailed onTryAgain={dialog.tryAgain} />
      )}
    </Dialog>
  );
}
