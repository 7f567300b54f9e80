import { randomUUID } from "node:crypto";
import type { MadeLink } from "@/lib/people";
import { paths } from "@/lib/paths";
import type { Db } from "@/server/platform/pool";
import { mailLink } from "../../notifications/store";
import type { Ctx } from "../../context";
import { newToken } from "../../auth/token";
import { replacePersonLink } from "../store/person-links";

/** Long enough for a weekend, short enough that an old e-mail holds no valid link. */
export const LINK_MS = 72 * 60 * 60_000;

/** {@link makeLink}, and sends it to the person by e-mail where there is a mail server. The admin sees it in any case. */
export async function makeAndMailLink(db: Db, ctx: Ctx, personId: string, at: Date): Promise<MadeLink> {
  const link = await makeLink(db, ctx.actor.userId, personId, at);
  return { ...link, isMailed: await mailLink(db, ctx, { personId, path: link.path, at }) };
}

/** Makes the person's one open link, in the caller's transaction; an earlier one ends. */
export async function makeLink(db: Db, createdById: string, personId: string, at: Date): Promise<MadeLink> {
  const { token, tokenHash } = newToken();
  const expiresAt = new Date(at.getTime() + LINK_MS);
  const link = {
    id: randomUUID(),
    personId,
    tokenHash,
    createdAt: at,
    createdById,
    expiresAt,
  };
  await replacePersonLink(db, link);
  return {
    kind: "link",
    personId,
    path: paths.invitation(token),
    expiresAt: expiresAt.toISOString(),
    isMailed: false,
  };
}
