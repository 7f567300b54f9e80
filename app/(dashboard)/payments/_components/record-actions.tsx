"use client";

import { Ban, Undo2, type LucideIcon } from "lucide-react";
import { Fragment, useId, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { CopyLink } from "@/components/ui/copy-link";
import { cx } from "@/components/ui/cx";
import { needsAnotherRole, type PaymentPermission, permissionObstacle, type Role } from "@/lib/can";
import { paiseOf } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import { loadRequestPanel } from "./request-dialog";
import { useObstacleText } from "./use-obstacle-text";

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
  /** The page's banner says why it was not paid: buttons that are disabled for that need no text beside them. */
  isEndExplained?: boolean;
};

/**
 * What can be done to a record. A refund is there while something is left. A cancel that the record does not allow is disabled and
 * says why. An action that the role does not allow has no button: the place says who can do it, and offers a link for them.
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
  isEndExplained = false,
}: RecordActionsProps) {
  const tCancel = useTranslations("cancel");
  const tRefund = useTranslations("refund");
  const tRequests = useTranslations("requests");
  const obstacleText = useObstacleText();
  const id = useId();
  const facts = { role, status: payment.status, isLatest: payment.isLatest };

  const actions: {
    permission: PaymentPermission;
    href: string;
    button: (disabledBy?: string) => ReactNode;
  }[] = [
    {
      permission: "refund_payment",
      href: paths.refundForm(payment),
      button: (disabledBy) => (
        <ActionButton
          isMain
          icon={Undo2}
          letter="r"
          disabledBy={disabledBy}
          onNear={onAboutToRefund}
          onClick={onRefund}
        >
          {tRefund("button")}
        </ActionButton>
      ),
    },
    {
      permission: "request_refund",
      href: paths.payment(payment.transactionId, payment.reference),
      button: (disabledBy) => (
        <ActionButton
          isMain
          icon={Undo2}
          letter="r"
          disabledBy={disabledBy}
          onNear={loadRequestPanel}
          onClick={onRequest}
        >
          {tRequests("button")}
        </ActionButton>
      ),
    },
    {
      permission: "cancel_payment",
      href: paths.payment(payment.transactionId, payment.reference),
      button: (disabledBy) => (
        <ActionButton
          icon={Ban}
          letter="c"
          disabledBy={disabledBy}
          onNear={onAboutToCancel}
          onClick={onCancel}
        >
          {tCancel("button")}
        </ActionButton>
      ),
    },
  ];
  const isLeft = payment.status === "SUCCESS" && (left === null || paiseOf(left) > 0n);
  const possible = actions.filter(({ permission }) => permission === "cancel_payment" || isLeft);
  const shown = possible.map((action) => ({
    ...action,
    obstacle: permissionObstacle(action.permission, facts),
  }));
  const buttons = shown.filter(({ obstacle }) => obstacle !== "role");
  const blocked = buttons.filter(({ obstacle }) => obstacle !== null);
  const forOthers = possible.filter(({ permission }) => needsAnotherRole(permission, facts));
  if (buttons.length === 0 && forOthers.length === 0) return null;

  // The bar on a phone shows only what can be done, and the banner above says why nothing can.
  const isOnlyBlocked = isEndExplained && blocked.length === buttons.length && forOthers.length === 0;
  return (
    <footer
      className={cx(
        "relative flex max-w-full flex-col gap-1.5 sm:items-end",
        isOnlyBlocked && "max-sm:hidden",
      )}
    >
      {buttons.length > 0 && (
        <div
          className={cx(
            "flex flex-wrap gap-2",
            blocked.length < buttons.length && "phone-bar max-sm:*:grow max-sm:*:disabled:hidden",
          )}
        >
          {buttons.map(({ permission, obstacle, button }) => (
            <Fragment key={permission}>
              {button(obstacle === null ? undefined : `${id}-${permission}`)}
            </Fragment>
          ))}
        </div>
      )}
      {blocked.length > 0 && (
        <div
          className={cx(
            isEndExplained ? "sr-only" : "min-w-0 text-xs text-ink-muted",
            // Where its button is hidden.
            blocked.length < buttons.length && "max-sm:sr-only",
          )}
        >
          {blocked.map(({ permission, obstacle }) => (
            <p key={permission} id={`${id}-${permission}`}>
              {obstacle !== null && obstacleText(permission, obstacle, payment.status)}
            </p>
          ))}
        </div>
      )}
      {forOthers.map(({ permission, href }) => (
        <div
          key={permission}
          className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-muted"
        >
          <p>{obstacleText(permission, "role", payment.status)}</p>
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
  /** The id of the text that says why it is disabled. */
  disabledBy: string | undefined;
  /** The button has focus or the pointer: its dialog may open next. */
  onNear: () => void;
  onClick: () => void;
  children: ReactNode;
};

function ActionButton({
  isMain = false,
  icon: Icon,
  letter,
  disabledBy,
  onNear,
  onClick,
  children,
}: ActionButtonProps) {
  return (
    <Button
      size="sm"
      variant={isMain ? "primary" : "secondary"}
      className="h-8"
      icon={<Icon aria-hidden className="size-3.5" />}
      disabled={disabledBy !== undefined}
      aria-describedby={disabledBy}
      aria-keyshortcuts={letter}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
