/**
 * The thread that parses PDFs: pdf.js talks to the drawing thread. Ours is only the guard, which must load before the
 * library.
 */
import './start-guard.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
