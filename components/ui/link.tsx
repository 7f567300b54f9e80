"use client";

import NextLink from "next/link";
import { useState, type ComponentProps } from "react";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch">;

/**
 * A link to a page of Paydeck, asked for when a pointer or the focus comes near, and not before: Next would ask the server
 * for each link in sight, again whenever the page is painted anew, and lists have dozens (0180).
 */
export function Link({ onPointerEnter, onFocus, ...rest }: LinkProps) {
  const [isNear, setIsNear] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isNear ? "auto" : false}
      onPointerEnter={(event) => {
        setIsNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsNear(true);
        onFocus?.(event);
      }}
    />
  );
}
