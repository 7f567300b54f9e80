"use client";

import { Columns3 } from "lucide-react";
import { type ComponentType, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Tool } from "@/components/ui/tool-bar";
import { useIsOpen } from "@/components/ui/use-is-open";
import type { ColumnsEditorProps } from "./columns-editor";

const editor = lazyPart<ComponentType<ColumnsEditorProps>>(() =>
  import("./columns-editor").then((module) => module.ColumnsEditor),
);

/** Chooses the columns of a list, their order and widths. Not on phones, where the list has room for two columns. */
export function ColumnsTool(props: ColumnsEditorProps) {
  const t = useTranslations("columns");
  const tool = useRef<HTMLDetailsElement>(null);
  const isOpen = useIsOpen(tool);
  // Stays after closing, with what was changed.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <Tool
      ref={tool}
      icon={Columns3}
      label={t("open")}
      isForDesktops
      onPointerEnter={() => prefetchPart(editor)}
    >
      {wasOpened && <Editor {...props} />}
    </Tool>
  );
}

function Editor(props: ColumnsEditorProps) {
  const part = useLazyPart(editor);
  if (part.kind === "ready") return <part.part {...props} />;
  if (part.kind === "failed") return <PartFailed onTryAgain={part.tryAgain} />;
  return <div aria-busy className="h-80" />;
}
