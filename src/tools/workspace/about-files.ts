/** For the system prompt, if the tools of the workspace are on. */
export const ABOUT_FILES = `The workspace is a folder of files that belongs to this conversation. What the user attaches is a file in it. Missing folders are made by themselves. Keep files small and well named. Answers show ![x](a.png) and link [x](a.pdf). Long texts come in pages that say how to read on.`
