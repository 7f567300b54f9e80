"use client";

import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { ForeignText } from "@/components/ui/text";
import { withAccount } from "@/lib/accounts/address";
import { keyOf, type ListedWork } from "./work-list";

type ItemLinkProps = { item: ListedWork; className?: string; opensRow?: boolean; children?: ReactNode };

/** The reference of an item, or another text, which leads to its own page, in its own account. */
export function ItemLink({ item, className, opensRow = false, children }: ItemLinkProps): ReactNode {
  const { account, href, reference } = item;
  const props = {
    className,
    title: reference,
    ...(opensRow && { "data-opens": true, "data-item": keyOf(item) }),
  };
  const text = children ?? <ForeignText>{reference}</ForeignText>;
  if (account === null)
    return (
      <Link {...props} href={href}>
        {text}
      </Link>
    );
  return (
    // Another account is another load of the page.
    <a {...props} href={withAccount(account.slug, href)}>
      {text}
    </a>
  );
}
