"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { putRead, type ServerRead } from "./put-read";

/** Passes what the server has read to the parts of the page that poll it: at the first paint, and at each refresh. */
export function ServerData({ queryKey, view, children }: ServerRead & { children: ReactNode }) {
  const client = useQueryClient();
  if (client.getQueryData(queryKey) === undefined) putRead(client, { queryKey, view });
  useEffect(() => putRead(client, { queryKey, view }), [client, queryKey, view]);
  return children;
}
