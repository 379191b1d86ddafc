/** Style of the reference, served as a file because the policy allows no inline style. */
export const REFERENCE_STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --paper: #fff; --soft: #f3f5f9; --line: #d8dde7; --link: #1f4fbf; --minor: #55607a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf4; --paper: #12161f; --soft: #1c2230; --line: #343d52; --link: #8fb1ff; --minor: #a7b1c6; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 54rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; }
h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.3rem; }
h3 { margin-top: 2rem; font-size: 1.05rem; }
a { color: var(--link); }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: 0.1em 0.3em; border-radius: 0.25rem; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; }
pre code { background: none; padding: 0; }
pre:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.minor { color: var(--minor); }
nav ul { padding-left: 1.25rem; }
@media (max-width: 30rem) {
  table, tbody, tr, th, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  th, td { border: 0; padding: 0.1rem 0; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
}
`;
