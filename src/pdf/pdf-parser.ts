/** The thread that takes PDFs apart. It has no part of ours: pdf.js speaks with the thread that draws. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
