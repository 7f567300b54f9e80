/** The checkout's style sheet. The page's CSP allows it by its hash, so it must not change at run time. */
export const CHECKOUT_STYLES = `
:root{color-scheme:light dark;--ground:#f3f4f7;--card:#fff;--ink:#14161b;--soft:#565d6b;--line:#d9dde5;--edge:#868e9d;--accent:#3346c2;
--on-accent:#fff;--tint:#eef0fc;--good:#0b6e4f;--good-ground:#e1f4ec;--bad:#a4262c;--bad-ground:#fdeaea;--calm:#4a5160;--calm-ground:#eceef3;--warn:#7a4a00;--warn-ground:#fff4dc}
@media (prefers-color-scheme:dark){:root{--ground:#0f1115;--card:#181b21;--ink:#eceef2;--soft:#a6adbb;--line:#2d323c;--edge:#727a89;
--accent:#93a3ff;--on-accent:#0c1020;--tint:#20253a;--good:#71d5b0;--good-ground:#10291f;--bad:#ff9d9d;--bad-ground:#341819;
--calm:#b9c0cd;--calm-ground:#242831;--warn:#f3c777;--warn-ground:#2e2410}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:16px;
padding:24px 16px;background:var(--ground);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;-webkit-text-size-adjust:100%}
main{width:100%;max-width:440px;display:grid;gap:20px;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:28px;
box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px rgb(0 0 0/.06)}
h1,h2,p,dl,dd,form,fieldset,legend{margin:0;padding:0}
.test{width:100%;max-width:440px;padding:10px 16px;border:2px dashed var(--warn);border-radius:12px;background:var(--warn-ground);
color:var(--warn);font-size:14px;text-align:center}
.test strong{margin-right:6px;text-transform:uppercase;letter-spacing:.06em}
header h1{font-size:16px;font-weight:500;color:var(--soft);overflow-wrap:anywhere}
.amount{font-size:36px;font-weight:680;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amount.long{font-size:25px}
.deadline{margin-top:-12px;font-size:14px;color:var(--soft)}
.state{display:grid;justify-items:center;gap:6px;text-align:center}
.state h1{margin-top:8px;font-size:21px;font-weight:650;line-height:1.3;color:var(--ink)}
.note{max-width:36ch;text-wrap:balance;color:var(--soft)}
.symbol{display:grid;place-items:center;width:56px;height:56px;border-radius:50%;background:var(--calm-ground);color:var(--calm)}
.symbol.good{background:var(--good-ground);color:var(--good)}
.symbol.bad{background:var(--bad-ground);color:var(--bad)}
.symbol svg{fill:none;stroke:currentColor;stroke-width:2.25;stroke-linecap:round;stroke-linejoin:round}
dl{display:grid;gap:8px;padding-top:20px;border-top:1px solid var(--line);font-size:14px}
dl div{display:flex;gap:16px;justify-content:space-between}
dt{flex:none;color:var(--soft)}
dd{text-align:right;overflow-wrap:anywhere;min-width:0}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:12px;line-height:1.75}
form,.actions,section{display:grid;gap:10px}
form+.actions{margin-top:-10px}
section{padding-top:20px;border-top:1px solid var(--line)}
h2{font-size:15px;font-weight:600}
.hint{font-size:13px;color:var(--soft);text-align:center}
fieldset{min-width:0;border:0;margin-bottom:10px}
legend{margin-bottom:8px;font-weight:600;font-size:15px}
.methods{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,128px),1fr));gap:8px}
label{display:flex;align-items:center;gap:8px;min-height:48px;padding:10px;font-size:15px;border:1px solid var(--edge);border-radius:10px;cursor:pointer}
label:hover{background:var(--calm-ground)}
label:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent);background:var(--tint)}
label:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
input[type=radio]{flex:none;width:18px;height:18px;margin:0;accent-color:var(--accent);outline:none}
.method-only{margin-bottom:6px;padding:12px;border-radius:10px;background:var(--calm-ground)}
button,.button{display:block;width:100%;min-height:48px;padding:11px 16px;border-radius:10px;border:1px solid var(--edge);background:transparent;
color:var(--ink);font:inherit;font-weight:560;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
button:hover,.button:hover{background:var(--calm-ground)}
button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:620}
button.primary:hover,.button.primary:hover{filter:brightness(1.08)}
button.sandbox{border-style:dashed;font-weight:450}
button.quiet{border-color:transparent;color:var(--soft)}
button:focus-visible,.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{font-size:13px;color:var(--soft);text-align:center}
@media (max-width:359px){main{padding:20px}.amount{font-size:30px}.amount.long{font-size:21px}dl div{display:block}dd{text-align:left}}
@media (forced-colors:active){label:has(:checked){outline:2px solid Highlight}.symbol{border:1px solid CanvasText}}
`;
