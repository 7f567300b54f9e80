import { redirectTo, redirectToAddress, requestedAccount } from "@/components/navigation/server";
import { paths } from "@/lib/paths";
import { readLanding } from "@/server/dashboard/accounts/queries/read-landing";
import { currentActor } from "@/server/dashboard/auth/current-actor";

/** Leads from an address without an account to one in which the person has a role. */
export default async function HomePage() {
  const actor = (await requestedAccount()) === null ? await currentActor() : null;
  if (actor === null) return redirectTo(paths.payments());
  return redirectToAddress((await readLanding(actor.userId)) ?? paths.login());
}
