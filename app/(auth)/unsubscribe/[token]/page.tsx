import type { Metadata } from "next";
import { translator } from "@/components/i18n/server";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { paths } from "@/lib/paths";
import { everyAccount } from "@/server/dashboard/accounts/every-account";
import { readUnsubscription } from "@/server/dashboard/notifications/queries/read-unsubscription";
import { getRuntime } from "@/server/dashboard/runtime";
import { stopEmailsAction } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("emails"))("unsubscribe.title"), robots: { index: false } };
}

/**
 * Serves a person whose mail program has no button to unsubscribe. Opening it changes nothing: programs that look at
 * the links of a message open them too. It names nobody, because a message can be forwarded.
 */
export default async function UnsubscribePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const t = await translator("emails");
  const state = await readUnsubscription(await everyAccount(getRuntime()), token);
  const settings = (
    <a href={paths.notificationSettings()} className={buttonClass("secondary", "sm")}>
      {t("settings")}
    </a>
  );
  return (
    <>
      <h1 className="mb-5 text-xl font-semibold">{t("unsubscribe.title")}</h1>
      {state === "invalid" && (
        <Notice tone="warning" title={t("unsubscribe.invalid")} actions={settings}>
          <p>{t("unsubscribe.invalidBody")}</p>
        </Notice>
      )}
      {state === "stopped" && (
        <Notice tone="success" role="status" title={t("unsubscribe.stopped")} actions={settings}>
          <p>{t("unsubscribe.stoppedBody")}</p>
        </Notice>
      )}
      {state === "on" && (
        <form action={stopEmailsAction}>
          <input type="hidden" name="token" value={token} />
          <p className="mb-5 text-sm">{t("unsubscribe.body")}</p>
          <Button isPlain type="submit" variant="primary">
            {t("unsubscribe.action")}
          </Button>
        </form>
      )}
    </>
  );
}
