"use client";

import { useRouter as useNextRouter } from "next/navigation";
import { useMemo } from "react";
import { withAccount } from "@/lib/accounts/address";
import { navigationBegins } from "./navigation-begins";
import { usePageAccount } from "./page-account";

type Router = Pick<ReturnType<typeof useNextRouter>, "push" | "replace" | "refresh">;

/** Next's router, for paths in the page's account. */
export function useRouter(): Router {
  const router = useNextRouter();
  const slug = usePageAccount();
  return useMemo(
    () => ({
      push(path, options) {
        navigationBegins();
        router.push(withAccount(slug, path), options);
      },
      replace(path, options) {
        navigationBegins();
        router.replace(withAccount(slug, path), options);
      },
      refresh: () => router.refresh(),
    }),
    [router, slug],
  );
}

/** Opens a path in another account, by a page load: nothing that the browser remembers of one is left in the other. */
export function openInAccount(slug: string | null, path: string): void {
  window.open(withAccount(slug, path), "_self");
}
