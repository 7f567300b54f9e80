"use client";

import { usePathname } from "next/navigation";
import { usePageAccount } from "./page-account";

/** The path of the page without the prefix of its account, which Next.js knows in the browser but not on the server. */
export function usePath(): string {
  const path = usePathname();
  const prefix = `/a/${usePageAccount() ?? ""}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length - 1) : path;
}
