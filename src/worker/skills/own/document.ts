export const DOCUMENT = `# Document

## Before writing
- Find out for whom it is, what they should do after reading it, and how long it may be. Derive it from the task; ask with ask_user only if the answer would change the document.
- Read every source the user gave with read_file, whole. Keep names, figures and dates exactly.
- Write an outline of headings first. For more than two pages, show it in update_plan.

## Write
- The first paragraph says the result. Details follow in the order in which the reader needs them.
- Headings say something ("Costs fell by 8 %"), not just a topic. One idea a paragraph, short sentences, the same word for the same thing.
- Three or more comparable things are a table. Steps are a numbered list. Everything else is prose.
- Mark what you do not know as "[to be confirmed]" in the text, and list these places in your answer.

## Make the file
- Keep the text as a Markdown file with write_file, so that it can be changed later. Then call make_document with a path that ends in .docx, .pdf or .pptx.
- Pictures are PNG or JPEG files of the workspace: ![Costs a year](costs.png). Make charts with run_python (matplotlib).
- Slides: a heading of level 1 or 2 begins a slide. At most five lines and one picture each; what is said aloud does not belong on it.
- The font of a PDF has Latin, Greek and Cyrillic letters. For others use .docx.

## Check
- make_document says what is missing (pictures, letters). Repair it and make the file again.
- Read your text once more for repeated points, figures that do not agree, and claims without a source.
- Report: the file, its length, the open places.
`
