/** For the system prompt, if a tool that runs code is on. */
export const ABOUT_CODE = `Code and commands run in sandboxes, on the files of the workspace. No network, no servers, no background processes; nothing can be installed; between two runs only files are kept. A run that is stopped (after 30 s, JavaScript 10 s, if timeout_ms says nothing else) or throws changes no file.`
