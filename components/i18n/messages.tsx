import type { ReactNode } from "react";
import type { MessageArea } from "@/lib/messages";
import { MessagesProvider } from "./messages-provider";
import { currentLocale, messagesOf } from "./server";

/**
 * Hands the texts of these areas to the client components inside, beside those of the frame around. A page names what its
 * client components say, so that no page carries the whole catalogue.
 */
export async function Messages({ areas, children }: { areas: readonly MessageArea[]; children: ReactNode }) {
  return (
    <MessagesProvider locale={await currentLocale()} messages={await messagesOf(areas)}>
      {children}
    </MessagesProvider>
  );
}
