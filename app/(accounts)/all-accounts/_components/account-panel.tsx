import type { ReactNode } from "react";
import { currentLocale, translator } from "@/components/i18n/server";
import { AccountMark } from "@/components/accounts/account-mark";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import { countFormat } from "@/components/ui/chart-formats";
import { Panel } from "@/components/ui/panel";
import { rateFormat } from "@/components/ui/rate-format";
import { Skeleton } from "@/components/ui/skeleton";
import type { AccountChoice } from "@/lib/accounts/account-views";
import { withAccount } from "@/lib/accounts/address";
import type { AccountFigures, Reading } from "@/lib/all-accounts/views";
import { paths } from "@/lib/paths";
import { ReadingNote } from "./reading-note";

type AccountPanelProps = {
  account: AccountChoice;
  figures: AccountFigures;
  /** The period of what was paid; ISO 8601. */
  period: { from: string; until: string; range: string };
};

/** The figures of one account; each leads to the account's own list. */
export async function AccountPanel({ account, figures, period }: AccountPanelProps) {
  const t = await translator("allAccounts");
  const locale = await currentLocale();
  const number = countFormat(locale);
  const { from, until, range } = period;
  return (
    <Panel title={<AccountMark name={account.name} colour={account.colour} />}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Figure
          account={account}
          name={t("figure.paid")}
          path={paths.paymentList({ from, until, status: "SUCCESS" })}
          reading={figures.paid}
          isWide
        >
          {(paid) =>
            paid.length === 0 ? (
              <Words>{t("figure.nothingPaid")}</Words>
            ) : (
              <span className="flex flex-wrap gap-x-3">
                {paid.map(({ currency, amount }) => (
                  <Money key={currency} amount={amount} currency={currency} />
                ))}
              </span>
            )
          }
        </Figure>
        <Figure
          account={account}
          name={t("figure.rate")}
          path={paths.overview({ range })}
          reading={figures.rate}
        >
          {(rate) => (rate === null ? <Words>{t("figure.noRate")}</Words> : rateFormat(locale)(rate))}
        </Figure>
        <Figure
          account={account}
          name={t("figure.openRefunds")}
          path={paths.refundList({ view: "in_progress" })}
          reading={figures.openRefunds}
        >
          {number}
        </Figure>
        <Figure
          account={account}
          name={t("figure.unknownOutcomes")}
          path={paths.refundList({ status: "UNKNOWN" })}
          reading={figures.unknownOutcomes}
        >
          {number}
        </Figure>
        <Figure account={account} name={t("figure.stuck")} path={paths.stuck()} reading={figures.stuck}>
          {({ count: n, atLeast }) => (atLeast ? t("figure.atLeast", { n: number(n) }) : number(n))}
        </Figure>
        <Figure
          account={account}
          name={t("figure.approvals")}
          path={paths.approvals()}
          reading={figures.approvals}
        >
          {number}
        </Figure>
        <Figure
          account={account}
          name={t("figure.requests")}
          path={paths.requests()}
          reading={figures.requests}
        >
          {number}
        </Figure>
      </dl>
    </Panel>
  );
}

type FigureProps<T> = {
  account: AccountChoice;
  name: string;
  /** The path of the account's own list, without its prefix. */
  path: string;
  reading: Reading<T>;
  /** A line of its own, for amounts. */
  isWide?: boolean;
  children: (value: T) => ReactNode;
};

function Figure<T>({ account, name, path, reading, isWide = false, children }: FigureProps<T>) {
  return (
    // A name that needs two lines leaves the figures of its row on one line.
    <div className={cx("flex min-w-0 flex-col justify-between", isWide && "col-span-full")}>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="wrap-anywhere">
        {reading.kind === "read" ? (
          <a
            href={withAccount(account.slug, path)}
            className="inline-flex touch-target items-center text-lg font-semibold text-accent underline-offset-2 tabular-nums hover:underline"
          >
            {children(reading.value)}
          </a>
        ) : (
          <ReadingNote gap={reading.kind} />
        )}
      </dd>
    </div>
  );
}

/** Shows words in the place of a number, and smaller, so that nobody takes them for one. */
function Words({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal">{children}</span>;
}

/** An account that is still being asked. */
export function AccountPanelSkeleton({ account }: { account: AccountChoice }) {
  return (
    <Panel title={<AccountMark name={account.name} colour={account.colour} />}>
      <Skeleton className="h-24" />
    </Panel>
  );
}

/** An account whose key does not open: nothing can be asked. */
export async function UnreadablePanel({ account }: { account: AccountChoice }) {
  const t = await translator("allAccounts");
  return (
    <Panel title={<AccountMark name={account.name} colour={account.colour} />}>
      <p className="text-sm text-warning">{t("unreadable")}</p>
    </Panel>
  );
}
