import { Bookmark } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { Link } from "@/components/ui/link";
import { Tool } from "@/components/ui/tool-bar";
import { SavedViewsContent } from "./saved-views-content";
import type { SavedViewsProps } from "./saved-views-panel";

/** The user's own views, those that others share, and the form that saves the filter in use. */
export async function SavedViews(props: SavedViewsProps) {
  const t = await translator("savedViews");
  return (
    <Tool icon={Bookmark} label={t("manage")} count={props.views.length}>
      <SavedViewsContent {...props}>
        <ul className="max-w-xl space-y-2">
          {[...props.views, ...props.shared].map(({ viewId, name, href }) => (
            <li key={viewId}>
              <Link href={href} className="block wrap-anywhere font-medium text-accent hover:underline">
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </SavedViewsContent>
    </Tool>
  );
}
