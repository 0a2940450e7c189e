"""The style sheet of the page."""

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; --dim: #777; --mark: #b3261e; --bar: #3b6ea5; }
@media (prefers-color-scheme: dark) { :root { --mark: #ff8a80; --bar: #8ab4f8; --dim: #aaa; } }
body { font: 16px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; }
h1 { margin: .5rem 0; } h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; }
th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid var(--line); }
th { font-weight: 600; word-break: keep-all; } td.n { white-space: nowrap; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } .dim { color: var(--dim); } .red { color: var(--mark); } .cards { white-space: nowrap; }
code { overflow-wrap: anywhere; } svg { display: block; }
svg text { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; fill: currentColor; white-space: pre; }
svg .through { font-weight: 700; } svg .dim { fill: var(--dim); } svg rect { fill: none; stroke: var(--line); }
svg .heading { font-weight: 700; }
.bracket { margin-bottom: 1rem; min-width: 100%; width: max-content; max-width: calc(100vw - 2rem);
  position: relative; left: 50%; transform: translateX(-50%); }
svg path, svg line { fill: none; stroke: #8888; }
svg .bar { stroke: var(--bar); stroke-width: 2; } svg circle { fill: var(--bar); }
.language { float: right; } .language label { cursor: pointer; padding: 0 .3rem; }
#en:checked ~ main [lang=zh], #zh:checked ~ main [lang=en] { display: none; }
"""
