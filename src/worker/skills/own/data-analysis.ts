export const DATA_ANALYSIS = `# Data analysis

## Look first
- list_files, then read_file for the beginning of each file. For a linked folder use disk_list and disk_read.
- With run_python and pandas: shape, types, first and last rows, missing values for each column, duplicates, smallest and largest values. Print little: heads and summaries, never whole tables.
- Write down what a row is, the period, the units. If a column has no clear meaning, ask with ask_user.

## Clean, without losing the original
- Never change the original file. Write clean.csv and keep the code that makes it as clean.py with write_file, so that it can run again.
- Count rows before and after each step and say why rows went. Do not fill gaps with guesses without saying so.
- Dates with their time zone, numbers without separators, the same spelling for the same thing.

## Analyse
- Begin with the question. What number or picture would answer it? Compute that, then look for what could be wrong with it.
- Compare like with like: rates instead of totals where groups differ in size, the same months of two years, medians where a few values are extreme.
- Give sizes: n, spread, and a plain test or interval if a difference decides something. Correlation is not a cause; say what else would explain it.
- If the files are too large for run_python, use sqlite3 in run_shell, or read the file in parts.

## Charts
- matplotlib in run_python, saved as a PNG in the workspace. One message a chart, as its title; labelled axes with units; bars begin at 0; no more than six colours; no pie with more than four parts.
- Look at the chart with read_file before you show it.

## Answer
- The finding first, then the two or three figures behind it, each chart with ![what it shows](chart.png), then limits of the data.
- Name the files you made, and how to repeat the analysis.
`
