import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { redirectToSignIn } from "@/components/navigation/server";
import { Forbidden } from "@/components/states/forbidden";
import { FetchFailed } from "@/components/states/fetch-failed";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { currentRules } from "@/server/dashboard/rules/queries/current-rules";
import { RulesFrame } from "./_components/rules-frame";
import { RulesScreen } from "./_components/rules-screen";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("rules"))("title") };
}

export default async function RulesPage() {
  const ctx = await currentCtx();
  if (ctx === null) return redirectToSignIn(paths.rules());
  const t = await translator("rules");
  const read = await orForbidden(currentRules(ctx));
  return (
    <RulesFrame here="inForce">
      {read === null && <Forbidden role={ctx.actor.role} permission="manage_rules" />}
      {read !== null && read.kind !== "found" && <FetchFailed read={read} />}
      {read?.kind === "found" && (
        <>
          <p className="mb-3 text-sm text-ink-muted">
            {t("versionLine", { version: read.value.current.version, author: read.value.current.author })}
            {" · "}
            <Time iso={read.value.current.created_at} />
            {read.value.current.note !== null && read.value.current.note !== "" && (
              <>
                {" · "}
                <ForeignText>{read.value.current.note}</ForeignText>
              </>
            )}
          </p>
          <RulesScreen
            current={read.value.current}
            gateways={read.value.gateways}
            userId={ctx.actor.userId}
          />
        </>
      )}
    </RulesFrame>
  );
}
