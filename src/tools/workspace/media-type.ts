import { decodeText } from '../text-bytes.ts'

type Kind = { mediaType: string; language?: string }

const text = (mediaType: string, language?: string): Kind => (language ? { mediaType, language } : { mediaType })

/** By file extension. `language`: a name that code views know; types without one are plain text or not text at all. */
const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    txt: text('text/plain'),
    log: text('text/plain'),
    md: text('text/markdown', 'md'),
    csv: text('text/csv'),
    tsv: text('text/tab-separated-values'),
    html: text('text/html', 'html'),
    htm: text('text/html', 'html'),
    css: text('text/css', 'css'),
    js: text('text/javascript', 'js'),
    mjs: text('text/javascript', 'js'),
    jsx: text('text/javascript', 'js'),
    ts: text('text/x-typescript', 'ts'),
    tsx: text('text/x-typescript', 'ts'),
    json: text('application/json', 'json'),
    jsonl: text('application/jsonl', 'json'),
    xml: text('application/xml', 'xml'),
    yaml: text('application/yaml', 'yaml'),
    yml: text('application/yaml', 'yaml'),
    toml: text('application/toml', 'toml'),
    py: text('text/x-python', 'py'),
    rs: text('text/x-rust', 'rs'),
    go: text('text/x-go', 'go'),
    java: text('text/x-java', 'java'),
    c: text('text/x-c', 'c'),
    h: text('text/x-c', 'c'),
    sh: text('text/x-shellscript', 'bash'),
    sql: text('application/sql', 'sql'),
    svg: text('image/svg+xml', 'xml'),
    png: { mediaType: 'image/png' },
    jpg: { mediaType: 'image/jpeg' },
    jpeg: { mediaType: 'image/jpeg' },
    gif: { mediaType: 'image/gif' },
    webp: { mediaType: 'image/webp' },
    pdf: { mediaType: 'application/pdf' },
    zip: { mediaType: 'application/zip' },
    gz: { mediaType: 'application/gzip' },
    tgz: { mediaType: 'application/gzip' },
    tar: { mediaType: 'application/x-tar' },
    sqlite: { mediaType: 'application/vnd.sqlite3' },
    db: { mediaType: 'application/vnd.sqlite3' },
    parquet: { mediaType: 'application/vnd.apache.parquet' },
    docx: { mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
    xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    pptx: { mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
    wasm: { mediaType: 'application/wasm' },
    mp3: { mediaType: 'audio/mpeg' },
    wav: { mediaType: 'audio/wav' },
    ogg: { mediaType: 'audio/ogg' },
    opus: { mediaType: 'audio/ogg' },
    flac: { mediaType: 'audio/flac' },
    aac: { mediaType: 'audio/aac' },
    m4a: { mediaType: 'audio/mp4' },
    mp4: { mediaType: 'video/mp4' },
  } satisfies Record<string, Kind>),
)

const kindOf = (path: string): Kind | undefined => KINDS.get(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '')

/** The language of a path's code view; '' for plain text. */
export function languageOf(path: string): string {
  return kindOf(path)?.language ?? ''
}

/** The usual extension of a media type, with its dot; '' if unknown. */
export function endingOf(mediaType: string): string {
  const found = [...KINDS].find(([, kind]) => kind.mediaType === mediaType)?.[0] ?? ''
  return found === '' ? '' : `.${found}`
}

/** By extension; undefined: unknown. */
export function mediaTypeOfName(path: string): string | undefined {
  return kindOf(path)?.mediaType
}

/** By extension; if unknown, by whether it is text. Only a claim: nothing may be executed because of it. */
export function mediaTypeOf(path: string, bytes: Uint8Array): string {
  return kindOf(path)?.mediaType ?? (decodeText(bytes) === null ? 'application/octet-stream' : 'text/plain')
}
