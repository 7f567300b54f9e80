import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

export type NoticeTone = "info" | "success" | "warning" | "danger";

const TONES: Record<NoticeTone, { icon: LucideIcon; box: string; mark: string }> = {
  info: { icon: Info, box: "bg-sunken", mark: "text-ink-muted" },
  success: { icon: CircleCheck, box: "bg-success-soft", mark: "text-success" },
  warning: { icon: TriangleAlert, box: "bg-warning-soft", mark: "text-warning" },
  danger: { icon: CircleAlert, box: "bg-danger-soft", mark: "text-danger" },
};

type NoticeProps = {
  tone: NoticeTone;
  title: ReactNode;
  /** `alert` for a new failure, `status` for a new success; none for a permanent notice. */
  role?: "alert" | "status";
  actions?: ReactNode;
  children?: ReactNode;
};

/** A message that must be read, where it applies and for as long as it applies. */
export function Notice({ tone, title, role, actions, children }: NoticeProps) {
  const { icon: Icon, box, mark } = TONES[tone];
  return (
    <div role={role} className={cx("flex gap-2.5 rounded px-3 py-2.5", box)}>
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", mark)} />
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-medium text-ink">{title}</p>
        {children !== undefined && <div className="mt-0.5 space-y-1 text-sm text-ink">{children}</div>}
        {actions !== undefined && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
