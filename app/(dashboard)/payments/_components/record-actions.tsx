"use client";

import { Ban, Undo2, type LucideIcon } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CopyLink } from "@/components/ui/copy-link";
import { needsAnotherRole, type PaymentPermission, permissionObstacle, type Role } from "@/lib/can";
import { paiseOf } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import { loadRequestPanel } from "./request-dialog";

export type RecordActionsProps = {
  payment: PaymentView;
  role: Role;
  /** How much of a paid payment can still be refunded; null where it is not known. */
  left: string | null;
  onCancel: () => void;
  onRefund: () => void;
  /** Called for roles that request a refund instead of making one. */
  onRequest: () => void;
  /** The button has focus or the pointer: whatever the dialog needs can be prefetched. */
  onAboutToRefund: () => void;
  onAboutToCancel: () => void;
};

/**
 * What can be done to a record now: a refund while something is left, a cancel while nobody has paid. An action that the record
 * allows and the role does not has no button: the place says who can do it, and offers a link for them.
 */
export function RecordActions({
  payment,
  role,
  left,
  onCancel,
  onRefund,
  onRequest,
  onAboutToRefund,
  onAboutToCancel,
}: RecordActionsProps) {
  const tCancel = useTranslations("cancel");
  const tRefund = useTranslations("refund");
  const tRequests = useTranslations("requests");
  const facts = { role, status: payment.status, isLatest: payment.isLatest };

  const actions: {
    permission: PaymentPermission;
    href: string;
    /** Who can do it, for those who cannot. */
    who: string;
    button: ReactNode;
  }[] = [
    {
      permission: "refund_payment",
      href: paths.refundForm(payment),
      who: tRefund("obstacle.role"),
      button: (
        <ActionButton isMain icon={Undo2} letter="r" onNear={onAboutToRefund} onClick={onRefund}>
          {tRefund("button")}
        </ActionButton>
      ),
    },
    {
      permission: "request_refund",
      href: paths.payment(payment.transactionId, payment.reference),
      who: tRefund("obstacle.role"),
      button: (
        <ActionButton isMain icon={Undo2} letter="r" onNear={loadRequestPanel} onClick={onRequest}>
          {tRequests("button")}
        </ActionButton>
      ),
    },
    {
      permission: "cancel_payment",
      href: paths.payment(payment.transactionId, payment.reference),
      who: tCancel("obstacle.role"),
      button: (
        <ActionButton icon={Ban} letter="c" onNear={onAboutToCancel} onClick={onCancel}>
          {tCancel("button")}
        </ActionButton>
      ),
    },
  ];
  const isLeft = payment.status === "SUCCESS" && (left === null || paiseOf(left) > 0n);
  const possible = actions.filter(({ permission }) => permission === "cancel_payment" || isLeft);
  const buttons = possible.filter(({ permission }) => permissionObstacle(permission, facts) === null);
  const forOthers = possible.filter(({ permission }) => needsAnotherRole(permission, facts));
  if (buttons.length === 0 && forOthers.length === 0) return null;

  return (
    <footer className="relative flex max-w-full flex-col gap-1.5 sm:items-end">
      {buttons.length > 0 && (
        <div className="phone-bar flex flex-wrap gap-2 max-sm:*:grow">
          {buttons.map(({ permission, button }) => (
            <Fragment key={permission}>{button}</Fragment>
          ))}
        </div>
      )}
      {forOthers.map(({ permission, href, who }) => (
        <div
          key={permission}
          className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted"
        >
          <p>{who}</p>
          <CopyLink href={href} />
        </div>
      ))}
    </footer>
  );
}

type ActionButtonProps = {
  isMain?: boolean;
  icon: LucideIcon;
  /** The key that presses it. */
  letter: "r" | "c";
  /** The button has focus or the pointer: its dialog may open next. */
  onNear: () => void;
  onClick: () => void;
  children: ReactNode;
};

function ActionButton({ isMain = false, icon: Icon, letter, onNear, onClick, children }: ActionButtonProps) {
  return (
    <Button
      size="sm"
      variant={isMain ? "primary" : "secondary"}
      className="h-8"
      icon={<Icon aria-hidden className="size-3.5" />}
      aria-keyshortcuts={letter}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
