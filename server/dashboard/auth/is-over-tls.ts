import { headers } from "next/headers";

/** As set by `http/front.ts`: no one else can set it. */
export async function isOverTls(): Promise<boolean> {
  return (await headers()).get("x-forwarded-proto") === "https";
}
