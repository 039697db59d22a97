export const SPREADSHEET = `# Spreadsheet

## First look
- Read what is there: read_file shows the sheets of an .xlsx and the beginning of a .csv. Note columns, types, units, empty cells, duplicates.
- Say what each sheet is for before you make one. Raw data, assumptions and results belong on sheets of their own.
- If a number, a period or a currency is missing and you cannot derive it, ask with ask_user. Never invent data.

## Make a workbook
- make_document with a path that ends in .xlsx. Each table in the Markdown becomes a sheet, named by the heading above it.
- For more than about 50 rows, write a .csv with run_python or run_javascript first. A line that is only a link to it, [data](data.csv), becomes a sheet.
- A cell that begins with = is a formula. Prefer formulas to typed results, so that a changed input changes the result. Refer to another sheet as Sheet!B2.
- Put every assumption (rate, tax, growth) in a cell of its own, with a label and a unit beside it. Formulas refer to that cell.
- One header row, one unit for each column, dates as 2026-11-27, numbers without separators.

## Change a workbook
- Read it with run_python (pandas, openpyxl), change only what was asked for, and write it under a new name unless the user wants the same file.
- openpyxl keeps formulas; pandas does not.

## Check
- Compute each total a second way with run_python, from the source data, and compare. A formula in a new file has no stored value: check its logic and the cells that it names.
- Count rows before and after. Look for #REF!, #DIV/0!, text in number columns.
- Report: the file, its sheets, the main figures, and what you could not check.
`
