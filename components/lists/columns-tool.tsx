import { Columns3 } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { ToolMenu } from "@/components/ui/tool-bar";
import { ColumnChoice, type ColumnChoiceProps } from "./column-choice";

/** Chooses the columns of a list and the height of its rows. Not on phones, where rows are cards. */
export async function ColumnsTool(props: ColumnChoiceProps) {
  const t = await translator("columns");
  return (
    <ToolMenu icon={Columns3} label={t("open")} isForDesktops>
      <ColumnChoice {...props} />
    </ToolMenu>
  );
}
