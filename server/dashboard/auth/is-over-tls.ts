import { headers } from "next/headers";

/** Reads what `http/front.ts` sets: no one else can set it. */
export async function isOverTls(): Promise<boolean> {
  return (await headers()).get("x-forwarded-proto") === "https";
}
