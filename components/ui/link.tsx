"use client";

import NextLink from "next/link";
import { useState, type ComponentProps } from "react";
import { navigationBegins } from "./navigation-begins";
import { useAddress } from "./page-account";

type NearHandlers = "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur";
type LinkProps = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch" | NearHandlers> & {
  /** A path without the prefix of an account: the link stays in that of the page (0301). */
  href: string;
};

/**
 * A link to a page of Paydeck, prefetched only on hover or focus: Next.js would fetch each link in view, again on every
 * refresh of the page, and lists have dozens (0189).
 */
export function Link({ href, onNavigate, ...props }: LinkProps) {
  const [isNear, setIsNear] = useState(false);
  const come = (): void => setIsNear(true);
  const go = (): void => setIsNear(false);
  return (
    <NextLink
      {...props}
      href={useAddress(href)}
      onNavigate={(event) => {
        navigationBegins();
        onNavigate?.(event);
      }}
      prefetch={isNear ? "auto" : false}
      onPointerEnter={come}
      onPointerLeave={go}
      onFocus={come}
      onBlur={go}
    />
  );
}
