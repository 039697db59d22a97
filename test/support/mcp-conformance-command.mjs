// The command that the conformance tool starts as "the client": passes its arguments to the test, and waits for it.
const [port, url] = process.argv.slice(2)
const told = {
  url,
  scenario: process.env.MCP_CONFORMANCE_SCENARIO,
  context: JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'),
}
const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(told) })
if (!response.ok) {
  console.error(await response.text())
  process.exitCode = 1
}
