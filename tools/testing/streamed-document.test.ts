import { expect, test } from "vitest";
import { documentOf } from "./streamed-document";

function bodyOf(html: string): string {
  const { body } = documentOf(`<!DOCTYPE html><html><body>${html}</body></html>`, "http://paydeck.example/");
  for (const script of body.querySelectorAll("script")) script.remove();
  return body.innerHTML;
}

test("a part that arrived later replaces what was shown while it was awaited, with what was inside that", () => {
  const html =
    '<p>1</p><!--$?--><template id="B:0"></template><i>Loading</i><!--$-->more<!--/$--><!--/$--><p>4</p>' +
    '<div hidden id="S:0"><p>2</p><p>3</p></div><script>$RC=function(a,b){};$RC("B:0","S:0")</script>';
  expect(bodyOf(html)).toBe("<p>1</p><!--$?--><p>2</p><p>3</p><!--/$--><p>4</p>");
});

test("a part that arrived later fills its gap in another part, also where rows of a table are missing", () => {
  const html =
    '<div id="a"><template id="P:1"></template></div>' +
    '<div hidden id="S:1"><table><tbody><tr><td>1</td></tr><template id="P:2"></template></tbody></table></div>' +
    '<script>$RS("S:1","P:1")</script>' +
    '<table hidden><tbody id="S:2"><tr><td>2</td></tr><tr><td>3</td></tr></tbody></table><script>$RS("S:2","P:2")</script>';
  const { body } = documentOf(`<html><body>${html}</body></html>`, "http://paydeck.example/");
  const cells = [...body.querySelectorAll("#a tbody > tr > td")].map(({ textContent }) => textContent);
  expect(cells).toEqual(["1", "2", "3"]);
});

test("cells that arrived later are in their row", () => {
  const html =
    '<table id="a"><tbody><tr><td>1</td><template id="P:1"></template><td>4</td></tr></tbody></table>' +
    '<table hidden><tr id="S:1"><td>2</td><td>3</td></tr></table><script>$RS("S:1","P:1")</script>';
  const { body } = documentOf(`<html><body>${html}</body></html>`, "http://paydeck.example/");
  const cells = [...body.querySelectorAll("#a tr > *")].map(({ textContent }) => textContent);
  expect(cells).toEqual(["1", "2", "3", "4"]);
});

test("a part that has no place is an error: the page would be asked about what nobody sees", () => {
  const html = '<div hidden id="S:0">x</div><script>$RC("B:0","S:0")</script>';
  expect(() => bodyOf(html)).toThrow("nothing to move from S:0 to B:0");
});
