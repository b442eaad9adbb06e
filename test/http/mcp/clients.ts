import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as EarlierTransportType } from '@modelcontextprotocol/sdk/shared/transport.js'

/** What a tool gave back, as far as tests look at it. */
export interface ToolResult {
  readonly isError?: boolean | undefined
  readonly structuredContent?: unknown
  readonly content?: unknown
}

/** A tool as a client lists it. */
interface ListedTool {
  readonly name: string
  readonly annotations?: object | undefined
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
}

/** An official client that is connected. */
export interface Connected {
  tools(): Promise<readonly ListedTool[]>
  instructions(): string | undefined
  call(name: string, wanted?: Record<string, unknown>): Promise<object>
  close(): Promise<void>
}

export type Connect = (url: string, key: string) => Promise<Connected>

const me = { name: 'test', version: '1' }

const bearer = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } })

/** The client of the second SDK; the protocol it is to speak. */
const connectWith =
  (mode: 'legacy' | 'auto' | { readonly pin: '2026-07-28' }): Connect =>
  async (url, key) => {
    const client = new Client(me, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(new URL(url), bearer(key)))
    return {
      tools: async () => (await client.listTools()).tools,
      instructions: () => client.getInstructions(),
      call: async (name, wanted = {}) => client.callTool({ name, arguments: wanted }),
      close: () => client.close(),
    }
  }

/** The client of the first SDK, which knows the protocol up to 2025-11-25. */
const connectEarlier: Connect = async (url, key) => {
  const client = new EarlierClient(me)
  // Its own types disagree about an absent session id.
  await client.connect(new EarlierTransport(new URL(url), bearer(key)) as EarlierTransportType)
  return {
    tools: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions(),
    call: async (name, wanted = {}) => client.callTool({ name, arguments: wanted }),
    close: () => client.close(),
  }
}

export const clients: readonly (readonly [name: string, connect: Connect])[] = [
  ['the first SDK', connectEarlier],
  ['the second SDK, 2025-11-25', connectWith('legacy')],
  ['the second SDK, whatever the server speaks', connectWith('auto')],
  ['the second SDK, 2026-07-28', connectWith({ pin: '2026-07-28' })],
]

export const connect: Connect = connectWith({ pin: '2026-07-28' })
