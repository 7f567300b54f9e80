"use client";

import { type ComponentType, useRef } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { useWasOpened } from "@/components/ui/use-was-opened";
import type { ColumnsEditorProps } from "./columns-editor";

const editor = lazyPart<ComponentType<ColumnsEditorProps>>(() =>
  import("./columns-editor").then((module) => module.ColumnsEditor),
);

/** The editor of columns, once its tool has been opened. */
export function ColumnsContent(props: ColumnsEditorProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <div ref={content} className="min-h-80">
      {useWasOpened(content) && <Editor {...props} />}
    </div>
  );
}

function Editor(props: ColumnsEditorProps) {
  const part = useLazyPart(editor);
  if (part.kind === "ready") return <part.part {...props} />;
  return part.kind === "failed" ? <PartFailed onTryAgain={part.tryAgain} /> : null;
}
