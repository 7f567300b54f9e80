import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { BackLink } from "@/components/ui/page-header";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { ruleVersion, type RuleVersionView } from "@/server/dashboard/rules/queries/rule-version";
import { ChangesView } from "../../_components/changes-view";
import { RuleSentence } from "../../_components/rule-sentence";
import { RestoreVersion } from "../../_components/restore-version";
import { RulesFrame } from "../../_components/rules-frame";

type VersionPageProps = { params: Promise<{ version: string }> };

export async function generateMetadata({ params }: VersionPageProps): Promise<Metadata> {
  const { version } = await params;
  return { title: (await translator("rules"))("versions.one", { version }) };
}

export default async function RuleVersionPage({ params }: VersionPageProps) {
  const { version: text } = await params;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) notFound();
  const version = parseInt(text, 10);
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.ruleVersion(version));
  const t = await translator("rules");
  const read = await orForbidden(ruleVersion(ctx, version));
  return (
    <RulesFrame here="versions">
      <BackLink href={paths.ruleVersions()} label={t("versions.back")} />
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_rules" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && <Version view={read.value} />}
    </RulesFrame>
  );
}

async function Version({ view: { version, changes, inForce } }: { view: RuleVersionView }) {
  const t = await translator("rules");
  const isInForce = inForce === version.version;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 text-sm">
          <h2 className="text-lg font-semibold">
            {t("versions.one", { version: version.version })}
            {isInForce && (
              <span className="ml-2 rounded-sm bg-success-soft px-1.5 py-0.5 align-middle text-xs font-semibold text-success">
                {t("versions.inForce")}
              </span>
            )}
          </h2>
          <p className="text-ink-muted">
            <ForeignText>{version.author}</ForeignText> · <Time iso={version.created_at} />
            {version.restored_from !== null && (
              <> · {t("versions.restoredFrom", { version: version.restored_from })}</>
            )}
          </p>
          {version.note !== null && version.note !== "" && <ForeignText>{version.note}</ForeignText>}
        </div>
        {inForce !== null && !isInForce && <RestoreVersion version={version.version} inForce={inForce} />}
      </div>
      {inForce === null && <Notice tone="warning" title={t("versions.notReadable")} />}
      <Panel title={t("versions.what")}>
        {changes === null ? (
          <EmptyValue>{t(version.version === 1 ? "changes.first" : "changes.unknown")}</EmptyValue>
        ) : (
          <ChangesView changes={changes} />
        )}
      </Panel>
      {(version.problems ?? []).length > 0 && (
        <Notice tone="warning" title={t("versions.problems")}>
          <ul className="list-disc pl-5">
            {(version.problems ?? []).map(({ field, text }) => (
              <li key={field}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Panel title={t("versions.asOf", { version: version.version })}>
        {version.rules.length === 0 && <EmptyValue>{t("none")}</EmptyValue>}
        <ol className="list-decimal space-y-3 pl-5">
          {version.rules.map((rule) => (
            <li key={rule.id}>
              <p className="font-medium">
                <ForeignText>{rule.name}</ForeignText>
                {!rule.active && <span className="ml-2 text-xs text-ink-muted">{t("badge.off")}</span>}
              </p>
              <RuleSentence rule={rule} />
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}
