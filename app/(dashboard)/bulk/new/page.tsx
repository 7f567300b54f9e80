import { Download } from "lucide-react";
import type { Metadata } from "next";
import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn, requestedAddress } from "@/components/navigation/server";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Tabs } from "@/components/ui/tabs";
import {
  BULK_COLUMNS,
  BULK_PERMISSIONS,
  BULK_KINDS,
  BULK_REQUIRED_COLUMNS,
  type BulkColumn,
  type BulkKind,
} from "@/lib/bulk";
import { roleAllows } from "@/lib/can";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { readRowReasons } from "@/server/dashboard/reasons/queries/read-row-reasons";
import { NewBulkForm } from "./_components/new-bulk-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("bulk"))("form.title") };
}

type NewBulkPageProps = { searchParams: Promise<{ kind?: string | string[] }> };

export default async function NewBulkPage({ searchParams }: NewBulkPageProps) {
  const { kind: asked } = await searchParams;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.newBulk({ kind: asked }));
  const { userId, role } = ctx.actor;
  const kinds = BULK_KINDS.filter((kind) => roleAllows(role, BULK_PERMISSIONS[kind]));
  const kind = kinds.find((one) => one === asked) ?? kinds[0] ?? "lookup";
  const [t, reasons] = await Promise.all([
    translator("bulk"),
    roleAllows(role, "view_refunds") ? orForbidden(readRowReasons(ctx)) : null,
  ]);

  return (
    <Messages areas={["bulk"]}>
      <PageHeader
        back={{ href: paths.bulk(), label: t("title") }}
        title={t("form.title")}
        about={t("form.about")}
      />
      <Tabs
        label={t("form.kinds")}
        tabs={kinds.map((one) => ({
          href: paths.newBulk({ kind: one }),
          label: t(`kind.${one}`),
          isHere: one === kind,
        }))}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NewBulkForm
          key={kind}
          kind={kind}
          userId={userId}
          reasons={kind === "refund" && reasons !== null && reasons.reasons.length > 0 ? reasons : null}
        />
        <Columns kind={kind} isReasonRequired={reasons?.isReasonRequired === true} />
      </div>
    </Messages>
  );
}

async function Columns({ kind, isReasonRequired }: { kind: BulkKind; isReasonRequired: boolean }) {
  const t = await translator("bulk");
  const required: readonly BulkColumn[] = [
    ...BULK_REQUIRED_COLUMNS[kind],
    ...(isReasonRequired ? (["reason"] as const) : []),
  ];
  return (
    <Panel
      title={t("form.columns")}
      aside={
        <a
          href={await requestedAddress(paths.api.bulkTemplate(kind))}
          download
          className={buttonClass("secondary", "sm")}
        >
          <Download aria-hidden className="size-3.5" />
          {t("form.template")}
        </a>
      }
    >
      <p className="mb-3 text-sm text-ink-muted">{t("form.columnsAbout")}</p>
      <dl className="space-y-2.5 text-sm">
        {BULK_COLUMNS[kind].map((column) => (
          <div key={column}>
            <dt>
              <code className="font-mono text-[0.8125rem] font-medium">{column}</code>
              {required.includes(column) && (
                <span className="ml-2 text-xs text-ink-muted">{t("form.needed")}</span>
              )}
            </dt>
            <dd className="text-ink-muted">{t(`columnAbout.${column}`)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
