import type { Request } from '../../src/protocol/requests.ts'
import type { McpServerView, SERVICE_REQUESTS, Services } from '../../src/protocol/services.ts'

type ServiceRequest = Extract<Request, { kind: keyof typeof SERVICE_REQUESTS }>

/** The settings of services as a worker manages them, without any network; changes `services` in place. */
export function answerService(services: Services, request: ServiceRequest): unknown {
  const servers = (id: string): McpServerView | undefined => services.servers.find((server) => server.id === id)
  switch (request.kind) {
    case 'list-services':
      return structuredClone(services)
    case 'save-search-provider':
      services.search = request.provider && { ...request.provider, hasKey: Boolean(request.key) }
      return structuredClone(services)
    case 'save-reader':
      services.reader = request.service && { ...request.service, hasKey: Boolean(request.key) }
      return structuredClone(services)
    case 'save-relay':
      services.relay = request.service && { ...request.service, hasKey: Boolean(request.key) }
      return structuredClone(services)
    case 'save-git-host':
      services.gitHost = request.host && { ...request.host, hasKey: Boolean(request.key) }
      return structuredClone(services)
    case 'test-relay':
    case 'test-search-provider':
    case 'test-reader':
      return { ok: true, message: 'It works.' }
    case 'test-mcp-server':
      return { ok: true, message: 'It works: 1 tool.', tools: [ECHO] }
    case 'save-mcp-server': {
      const status = { ok: true, message: 'It works: 1 tool.', at: 1 }
      const asked = { hasHeaders: request.headers !== undefined, status, note: '', tools: [ECHO] }
      const view: McpServerView = { ...request.server, ...asked, signIn: 'none', signedInAt: '' }
      services.servers = [...services.servers.filter(({ id }) => id !== view.id), view]
      return view
    }
    case 'refresh-mcp-server':
      return servers(request.serverId)
    case 'trust-mcp-server': {
      const server = servers(request.serverId)
      if (server) server.trusted = request.trusted
      for (const tool of server?.tools ?? []) tool.trusted = request.trusted
      return server
    }
    case 'delete-mcp-server':
      services.servers = services.servers.filter(({ id }) => id !== request.serverId)
      return null
    case 'begin-mcp-sign-in':
      // an authority that registers no apps needs a client id
      if (request.serverId === 'closed' && request.clientId === undefined)
        return { type: 'client-id-wanted', at: 'https://closed.example', why: 'It takes no app that it does not know.' }
      return { type: 'go', address: 'https://auth.example/authorize?state=x', at: 'https://auth.example' }
    case 'finish-mcp-sign-in':
      return { server: 'notes', at: 'https://auth.example', ok: true, message: 'It works: 1 tool.' }
    case 'sign-out-mcp-server': {
      const server = servers(request.serverId)
      if (server) Object.assign(server, { signIn: 'wanted', signedInAt: '' })
      return server
    }
  }
}

const ECHO = {
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  readOnly: true,
  idempotent: true,
  trusted: false,
}
