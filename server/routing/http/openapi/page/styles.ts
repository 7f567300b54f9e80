/** The page's style sheet. The page's CSP allows it by its hash, so it must not change at run time. */
export const DOCS_STYLES = `
:root{color-scheme:light dark;--ground:#fff;--panel:#f6f7f9;--ink:#16181d;--soft:#5b6270;--line:#dfe2e8;--accent:#3448c5;
--code:#f0f1f5;--need:#a4262c;--method:#0b6e4f}
@media (prefers-color-scheme:dark){:root{--ground:#101217;--panel:#161920;--ink:#eceef2;--soft:#a2a9b8;--line:#2e333e;--accent:#a3b0ff;
--code:#1e222b;--need:#ff9a9a;--method:#6fd3ae}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--accent);text-underline-offset:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:2px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:8px;background:var(--ground);padding:8px 12px;z-index:1}
.layout{display:grid;grid-template-columns:minmax(0,1fr);max-width:1440px;margin:0 auto}
nav{background:var(--panel);border-bottom:1px solid var(--line);padding:12px 16px}
nav ul{list-style:none;margin:0;padding:0}
nav a{display:block;padding:4px 8px;border-radius:6px;text-decoration:none;color:var(--ink);font-size:14px;overflow-wrap:anywhere}
nav a:hover{background:var(--code)}
.parts{display:flex;flex-wrap:wrap;gap:4px}
.parts>li>a{background:var(--code);padding:6px 10px}
.parts ul{display:none}
main{padding:24px 16px 96px;min-width:0;max-width:920px}
h1{font-size:28px;line-height:1.25;margin:0 0 8px;letter-spacing:-.01em}
h2{font-size:22px;line-height:1.3;margin:0 0 8px;letter-spacing:-.01em}
h3{font-size:17px;line-height:1.4;margin:0 0 4px}
h4{font-size:13px;margin:20px 0 4px;color:var(--soft);font-weight:600}
section{margin-top:56px}
article{margin-top:24px;padding-top:24px;border-top:1px solid var(--line)}
p{margin:0 0 12px;max-width:72ch}
.soft,.name{color:var(--soft)}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
p code,dd code,td code{background:var(--code);border-radius:4px;padding:1px 4px}
.address{max-width:none;display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline}
.address code{background:none;padding:0;font-size:14px}
.method{font-size:12px;font-weight:700;color:var(--method);letter-spacing:.03em}
.name{font-size:13px;margin-left:auto}
.anchor{color:var(--soft);text-decoration:none;font-weight:400}
table{width:100%;border-collapse:collapse;margin:8px 0 16px;table-layout:fixed}
thead th{font-size:12px;color:var(--soft);font-weight:600}
th,td{text-align:left;vertical-align:top;padding:8px 12px 8px 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
th:first-child{width:42%}
th[scope=row] code{font-weight:600}
th.form{font-size:13px;font-weight:600;background:var(--panel);padding-left:8px}
td p{margin:0;max-width:none}
td p+p{color:var(--soft);font-size:14px}
.type{display:block;font-size:13px;color:var(--soft)}
.need{color:var(--need)}
.statuses{margin:0 0 12px}
.statuses div{display:grid;grid-template-columns:48px minmax(0,1fr);padding:4px 0}
.statuses dd{margin:0}
details{margin:8px 0}
summary{cursor:pointer;padding:6px 0;min-height:32px}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:12px 14px;margin:8px 0 16px;overflow-x:auto;max-height:480px}
pre code{overflow-wrap:normal}
@media (max-width:559px){thead{position:absolute;clip-path:inset(50%)}tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}
.name{margin-left:0}
th,td,th:first-child{display:block;width:auto;padding:2px 0;border:0}th.form{padding:4px 8px}}
@media (min-width:960px){
.layout{grid-template-columns:288px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;border:0;border-right:1px solid var(--line);padding:24px 20px}
nav a{margin:0 -8px}
.parts{display:block}
.parts>li{margin-bottom:16px}
.parts>li>a{background:none;padding:4px 8px;font-size:12px;font-weight:600;letter-spacing:.04em;text-transform:uppercase;color:var(--soft)}
.parts ul{display:block}
main{padding:40px 48px 120px}
th:first-child{width:34%}}
@media print{nav{display:none}pre{max-height:none}}
`;
