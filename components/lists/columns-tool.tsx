import { Columns3 } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Tool } from "@/components/ui/tool-bar";
import { ColumnsContent } from "./columns-content";
import type { ColumnsEditorProps } from "./columns-editor";

/** Chooses the columns of a list, their order and widths. Not on phones, where the list has room for two columns. */
export async function ColumnsTool(props: ColumnsEditorProps) {
  const t = await translator("columns");
  return (
    <Tool icon={Columns3} label={t("open")} isForDesktops>
      <ColumnsContent {...props} />
    </Tool>
  );
}
