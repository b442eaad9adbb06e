import { collect } from '../../../src/store/port.js'
import { acmeId } from '../../world/acme.js'
import type { World } from '../../world/world.js'
import { ask, isPresence, methodsOf } from '../ask.js'
import { applyChange } from './changes.js'
import { differences, unmetExpectations } from './judge.js'
import type { ReplyValidator } from '../docs/openapi.js'
import { brokenPromises } from '../promises.js'
import { header, type Conversation, type Reply } from '../raw.js'
import type { Ask, Bytes, Exchange, Expectation, Row } from './row.js'

export interface Runner {
  /** Runs a case and says what is wrong, in words. */
  run(row: Row): Promise<readonly string[]>
  /** Replies received so far. */
  readonly received: () => number
}

export const createRunner = (world: World, validate: ReplyValidator, rateLimited: boolean): Runner => {
  let received = 0
  let etag = ''

  const send = async (request: Ask | Bytes, untilClosed = false): Promise<Conversation> => {
    const conversation = await ask(world, request, { etag, untilClosed })
    received += conversation.replies.length
    return conversation
  }

  const judge = (
    reply: Reply,
    request: Ask | Bytes,
    method: string,
    expect: Expectation,
  ): readonly string[] => {
    const presence = isPresence(request)
    const asked = {
      method,
      presence: presence && (method === 'GET' || method === 'HEAD'),
      rateLimited,
      secrets: Object.values(world.secrets),
    }
    return [
      ...unmetExpectations(reply, expect, method, etag),
      ...brokenPromises(reply, asked),
      ...(presence ? validate({ method, reply }) : []),
    ]
  }

  const exchangeOnce = async ({ request, expect, closes, like }: Exchange): Promise<readonly string[]> => {
    const { replies, rest } = await send(request, closes)
    const wanted = Array.isArray(expect) ? (expect as readonly Expectation[]) : [expect as Expectation]
    const methods = methodsOf(request)
    const problems = [
      ...(replies.length === wanted.length ? [] : [`${replies.length} replies, not ${wanted.length}`]),
      ...(rest === '' ? [] : [`after the last reply came ${JSON.stringify(rest)}`]),
      ...replies.flatMap((reply, at) =>
        judge(reply, request, methods[at] ?? 'GET', wanted[at] ?? wanted.at(-1)!),
      ),
    ]
    const model = like && (await send(like)).replies[0]!
    const withBody = ![methods[0], like?.method].includes('HEAD')
    if (model && replies[0]) problems.push(...differences(replies[0], model, withBody))
    etag = (replies.at(-1) && header(replies.at(-1)!, 'etag')) ?? etag
    return problems
  }

  const exchange = async (one: Exchange): Promise<readonly string[]> => {
    if (one.change) await applyChange(world, one.change)
    const before = world.store.calls()
    const problems = await exchangeOnce(one)
    const calls = world.store.calls() - before
    const costs =
      one.storeCalls === undefined || calls === one.storeCalls ? [] : [`${calls} calls of the store`]
    return [...problems, ...costs]
  }

  return {
    received: () => received,
    async run(row) {
      if (row.setup?.fault) world.store.plan(row.setup.fault)
      const problems: string[] = []
      for (const one of [...(row.before ?? []), row]) problems.push(...(await exchange(one)))
      if (row.events) problems.push(...(await eventProblems(world, row.events)))
      if (row.warns && !world.log.some((line) => line.includes('"level":40')))
        problems.push('the log has no warning')
      return problems
    },
  }
}

/** Events are written beside the answer: the service is stopped first, so that all of them are there. */
const eventProblems = async (world: World, { key, what, count }: NonNullable<Row['events']>) => {
  await world.edge.stop()
  const equal = { org: acmeId, key: world.keyIds[key] }
  const events = await collect(world.store.find('key_events', { index: 'by_key', equal }))
  const found = events.filter((event) => event.what === what).length
  return found === count ? [] : [`${found} events ${what}, not ${count}: ${JSON.stringify(events)}`]
}
