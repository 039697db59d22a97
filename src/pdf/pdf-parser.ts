/**
 * The thread that takes PDFs apart: pdf.js speaks with the thread that draws. Ours is the guard alone, which has to be there before the code of
 * the library.
 */
import './start-guard.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
