import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** What to do when the list could not be shown. */
export function ListProblem({
  title,
  body,
  action,
}: {
  title: string;
  body: string;
  action: { href: string; label: string };
}) {
  return (
    <Notice
      tone="warning"
      role="alert"
      title={title}
      actions={
        <Link href={action.href} className={buttonClass("secondary", "sm")}>
          {action.label}
        </Link>
      }
    >
      <p>{body}</p>
    </Notice>
  );
}
