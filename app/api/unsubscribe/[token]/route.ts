import { paths } from "@/lib/paths";
import { everyAccount } from "@/server/dashboard/accounts/every-account";
import { stopEmails } from "@/server/dashboard/notifications/commands/stop-emails";
import { getRuntime } from "@/server/dashboard/runtime";

type Params = { params: Promise<{ token: string }> };

/** One-click unsubscription: mail programs post here for their reader, without a session (RFC 8058). */
export async function POST(_request: Request, { params }: Params): Promise<Response> {
  const { token } = await params;
  const isStopped = await stopEmails(await everyAccount(getRuntime()), token);
  return new Response(null, { status: isStopped ? 204 : 404, headers: { "cache-control": "no-store" } });
}

/** A person who opens the address, or a program that looks at links: a GET changes nothing and leads to a page that asks. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  const { token } = await params;
  return new Response(null, {
    status: 303,
    headers: { location: paths.unsubscribe(token), "cache-control": "no-store" },
  });
}
