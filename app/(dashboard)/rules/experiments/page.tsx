import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Forbidden } from "@/components/states/forbidden";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pager } from "@/components/ui/pager";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { ruleExperiments } from "@/server/dashboard/rules/queries/rule-experiments";
import { ExperimentCard } from "../_components/experiment-card";
import { RulesFrame } from "../_components/rules-frame";

type ExperimentsPageProps = { searchParams: Promise<{ cursor?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("rules"))("experiments.label") };
}

export default async function RuleExperimentsPage({ searchParams }: ExperimentsPageProps) {
  const { cursor: given } = await searchParams;
  const cursor = typeof given === "string" ? given : null;
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.ruleExperiments(cursor ?? undefined));
  const [t, common] = await Promise.all([translator("rules"), translator("common")]);
  const read = await orForbidden(ruleExperiments(ctx, cursor));
  return (
    <RulesFrame here="experiments">
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_rules" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && read.value.experiments.length === 0 && (
        <EmptyState
          title={t("experiments.empty")}
          actions={
            <Link href={paths.rules()} className={buttonClass("secondary", "sm")}>
              {t("experiments.toRules")}
            </Link>
          }
        >
          {t("experiments.emptyBody")}
        </EmptyState>
      )}
      {read?.kind === "found" && read.value.experiments.length > 0 && (
        <>
          <ul aria-label={t("experiments.label")} className="space-y-4">
            {read.value.experiments.map((experiment) => (
              <li key={experiment.id}>
                <ExperimentCard experiment={experiment} />
              </li>
            ))}
          </ul>
          <Pager
            label={common("pages")}
            first={cursor === null ? null : { href: paths.ruleExperiments(), label: common("newest") }}
            next={
              read.value.nextCursor === null
                ? null
                : { href: paths.ruleExperiments(read.value.nextCursor), label: common("older") }
            }
          />
        </>
      )}
    </RulesFrame>
  );
}
