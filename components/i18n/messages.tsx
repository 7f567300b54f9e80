import type { ReactNode } from "react";
import type { MessageArea } from "@/lib/messages";
import { MessagesProvider } from "./messages-provider";
import { currentLocale, messagesOf } from "./server";

/**
 * Passes the messages of these areas to the client components inside, in addition to those of the frame. A page lists
 * the areas its client components need, so that no page carries the whole catalogue.
 */
export async function Messages({ areas, children }: { areas: readonly MessageArea[]; children: ReactNode }) {
  return (
    <MessagesProvider locale={await currentLocale()} messages={await messagesOf(areas)}>
      {children}
    </MessagesProvider>
  );
}
