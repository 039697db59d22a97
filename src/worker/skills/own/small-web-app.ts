export const SMALL_WEB_APP = `# Small web app

## Decide
- One page, no server, no build: index.html with style.css and app.js or app.ts beside it, in a folder of its own. Larger apps: a few modules, imported with relative paths.
- Nothing is loaded from other sites. Libraries that can be imported: preact, preact/hooks, dayjs, papaparse, simple-statistics, fflate. Draw with SVG, canvas or CSS.
- Data comes from files beside the page: fetch('./data.json'). localStorage begins empty each time the page is shown; let people save and load a file if data has to stay.

## Write
- Start with HTML that makes sense without script: headings, labels for every field, buttons that are buttons, a title, lang, and a viewport.
- State in one object, one function that draws from it, events that change it. Pure logic (rules, sums, parsing) in a module without the DOM.
- Layout with grid or flex, sizes in rem, works at 360 px width, in dark and light (prefers-color-scheme), with the keyboard.
- Text from people or files goes in with textContent, never innerHTML.

## Test
- Write tests for the pure modules with describe, test and expect, and run them with run_javascript. Repair the code, not the test.
- show_artifact with the path of index.html. Its result says what could not be loaded, and, once the user allows scripts, console, errors and a picture. Look at it: is everything in view, readable, aligned?
- Repair and show it again until there is no error. Try the empty state, long text, and a wrong input.

## Answer
- Say how to use it in two or three sentences, which files there are, and what it does not do.
- Change files with edit_file later; show_artifact keeps older versions.
`
