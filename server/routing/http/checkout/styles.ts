/** The checkout's whole style sheet; it is allowed by its hash in the page's CSP, so it must not be built at run time. */
export const CHECKOUT_STYLES = `
:root{color-scheme:light dark;--ground:#f4f5f7;--card:#fff;--ink:#16181d;--soft:#5b6270;--line:#dfe2e8;--accent:#3448c5;--on-accent:#fff;
--good:#0b6e4f;--good-ground:#e4f5ee;--bad:#a4262c;--bad-ground:#fdecec;--calm-ground:#eef0f4}
@media (prefers-color-scheme:dark){:root{--ground:#101217;--card:#191c23;--ink:#eceef2;--soft:#a2a9b8;--line:#2e333e;--accent:#8fa0ff;
--on-accent:#0d1021;--good:#6fd3ae;--good-ground:#10291f;--bad:#ff9a9a;--bad-ground:#331718;--calm-ground:#22262f}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--ground);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{width:100%;max-width:420px;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:28px;
box-shadow:0 1px 2px rgb(0 0 0/.05),0 8px 24px rgb(0 0 0/.06)}
h1{margin:0;font-size:15px;font-weight:500;color:var(--soft);overflow-wrap:anywhere}
.amount{margin:4px 0 20px;font-size:34px;font-weight:650;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
dl{margin:0 0 24px;padding:16px 0;border-block:1px solid var(--line);display:grid;grid-template-columns:auto 1fr;gap:6px 20px;font-size:14px}
dt{color:var(--soft)}
dd{margin:0;text-align:right;overflow-wrap:anywhere}
.mono{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:13px}
.state{display:flex;gap:10px;align-items:flex-start;margin:0 0 20px;padding:12px 14px;border-radius:8px;background:var(--calm-ground)}
.state.good{background:var(--good-ground);color:var(--good)}
.state.bad{background:var(--bad-ground);color:var(--bad)}
.state strong{display:block}
.state p{margin:0}
form,.actions{display:grid;gap:10px;margin:0}
.actions{margin-top:10px}
button,.button{display:block;width:100%;min-height:44px;padding:10px 16px;border-radius:8px;border:1px solid var(--line);background:transparent;
color:var(--ink);font:inherit;font-weight:550;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--calm-ground)}
button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
button.primary:hover,.button.primary:hover{filter:brightness(1.08)}
button.quiet{border-color:transparent;color:var(--soft)}
button:focus-visible,.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{margin-top:20px;font-size:13px;color:var(--soft);text-align:center}
`;
