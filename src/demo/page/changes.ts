import type { ServerResponse } from 'node:http'
import { standardHeaders, type Handler } from '../../http/reply/reply.js'
import type { FakeSlack } from '../fake-slack/fake-slack.js'

/** Server-sent events: one when a page starts listening, and one after every change; it then fetches the new state. */
export const createChanges = (slack: Pick<FakeSlack, 'watch'>) => {
  const listening = new Set<ServerResponse>()
  let count = 0
  let closed = false
  const tell = (res: ServerResponse): void => void res.write(`data: ${count}\n\n`)
  const stop = slack.watch(() => {
    count++
    for (const res of listening) tell(res)
  })
  return {
    handle: ((req, res, { id }) => {
      // Node splits what a flat list would: the constant headers, and those of a stream.
      res.writeHead(closed ? 204 : 200, [
        ...standardHeaders,
        ...(closed ? [] : ['Content-Type', 'text/event-stream; charset=utf-8']),
        'X-Request-Id',
        id,
      ])
      if (closed || req.method === 'HEAD') return void res.end()
      listening.add(res)
      res.once('close', () => listening.delete(res))
      tell(res)
    }) satisfies Handler,
    /** Ends every stream, because a listening page would keep the process from stopping. */
    close: () => {
      closed = true
      stop()
      for (const res of listening) res.end()
    },
  }
}

export type Changes = ReturnType<typeof createChanges>
