import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { Problem } from '../../domain/problem.js'
import type { Routes } from '../../http/app.js'
import { reply, type Handler } from '../../http/reply/reply.js'
import type { FakeSlack } from '../fake-slack/fake-slack.js'
import type { Delivered } from '../fake-slack/delivery.js'
import type { Changes } from './changes.js'
import { pageFiles } from './files.js'
import { homeRoom, pageStateOf, type PageFacts } from './state.js'
import type { ControlOutcome } from '../controls.js'
import { botUser } from '../workspace.js'

export interface PageDeps extends PageFacts {
  readonly slack: FakeSlack
  readonly changes: Changes
}

/** Bytes: what a person types or fills in. */
const maxBodyBytes = 16_384

const readBody = async (req: IncomingMessage): Promise<unknown> => {
  // A web page from elsewhere can send a form to this address, but not JSON: for that the browser asks first, and is
  // refused.
  if (req.headers['content-type'] !== 'application/json') throw new Problem('invalid', 'Send JSON')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Problem('invalid', 'The request is too long')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new Problem('invalid', 'The request is not JSON')
  }
}

/** A POST of JSON with a given shape, answered with the result. */
const act = <T>(schema: z.ZodType<T>, run: (body: T) => Promise<ControlOutcome>): Routes[string] => ({
  post: async (req, res, context) => {
    const parsed = schema.safeParse(await readBody(req))
    if (!parsed.success) throw new Problem('invalid', 'The page sent an unexpected request')
    reply(res, context, 200, [], Buffer.from(JSON.stringify(await run(parsed.data))))
  },
})

/** Actions that the fake Slack refuses: the button was too old, or the app did not answer. */
const attempt = async <T>(begin: () => Promise<T>): Promise<T> => {
  try {
    return await begin()
  } catch (error) {
    throw new Problem('conflict', `That did not work: ${(error as Error).message}.`, { cause: error })
  }
}

const deliver = async (begin: () => Promise<Delivered>): Promise<ControlOutcome> => {
  const { status, ms } = await attempt(begin)
  return { said: `Signed request to /slack/events: ${status} in ${Math.round(ms)} ms` }
}

interface Typed {
  readonly you: string
  readonly channel: string
  readonly text: string
}

/** The input of the message box: the command, an invitation of the app, or a message to the others. */
const type = async ({ slack, command }: PageDeps, { you, channel, text }: Typed): Promise<ControlOutcome> => {
  const place = slack.state.channels.get(channel)
  const [word, ...rest] = text.trim().split(/\s+/)
  if (word === command)
    return deliver(() => slack.command({ user: you, channel, text: text.trim().slice(word.length).trim() }))
  if (word === '/invite' && rest.join(' ') === '@whosout') {
    if (place?.members.includes(botUser)) return { said: 'whosout is already in this channel.' }
    await deliver(() => slack.join(botUser, channel))
    return { said: 'whosout is now in this channel.' }
  }
  if (word?.startsWith('/')) throw new Problem('invalid', `Unknown command ${word}. Try ${command} help.`)
  const written = slack.written({ user: you, text: text.trim() })
  const told = slack.write(you, channel, written)
  if (told) return deliver(() => told)
  const isUnheard = written.includes(`<@${botUser}>`)
  return { said: isUnheard ? 'whosout is not in this channel. Type /invite @whosout to add it.' : 'Sent.' }
}

const id = z.string().min(1).max(300)
const choice = z.union([z.string().max(3_000), z.array(z.string().max(300)).max(100), z.null()])
/** By action_id. */
const filledIn = z.record(z.string(), choice)

const stateHandler =
  (deps: PageDeps): Handler =>
  (req, res, context) => {
    const { searchParams } = new URL(req.url ?? '/', 'http://demo.invalid')
    const [first] = deps.roles
    const you = searchParams.get('you') ?? first?.id ?? ''
    const state = pageStateOf(deps, you, searchParams.get('channel') ?? 'C0GENERAL')
    if (!state) throw new Problem('not_found', 'That person is not in that channel')
    reply(res, context, 200, [], Buffer.from(JSON.stringify(state)))
  }

/** Refuses people whom the page does not offer, and channels they are not in. */
const admitted = (deps: PageDeps, { you, channel }: Pick<Typed, 'you' | 'channel'>): void => {
  if (!pageStateOf(deps, you, channel)) throw new Problem('not_found', 'That person is not in that channel')
}

/** The page that plays Slack, and the routes it calls. */
export const pageRoutes = (deps: PageDeps): Routes => {
  const { slack, controls, changes } = deps
  return {
    ...pageFiles(),
    '/demo/state': { get: stateHandler(deps) },
    '/demo/changes': { get: changes.handle },
    '/demo/type': act(
      z.strictObject({ you: id, channel: id, text: z.string().min(1).max(3_000) }),
      async (typed) => {
        admitted(deps, typed)
        return type(deps, typed)
      },
    ),
    '/demo/open': act(
      z.strictObject({ you: id, channel: id, beside: id.nullable().default(null) }),
      async ({ you, channel, beside }) => {
        admitted(deps, { you, channel })
        return deliver(() =>
          channel === homeRoom ? slack.openHome(you) : slack.openMessages(you, channel, beside),
        )
      },
    ),
    '/demo/shortcut': act(
      z.strictObject({ you: id, shortcut: id, on: id.nullable() }),
      ({ you, shortcut, on }) => deliver(() => slack.shortcut(you, shortcut, on)),
    ),
    '/demo/press': act(
      z.strictObject({
        you: id,
        on: id,
        action_id: id,
        block_id: id,
        choice: choice.optional(),
        values: filledIn.default({}),
      }),
      ({ you, choice, ...press }) => {
        // A link that the app then shows may lead to Slack's consent page, where this person agrees.
        slack.consent({ team_id: slack.state.people.get(you)?.team_id ?? '', user: you })
        return deliver(() =>
          slack.press({ user: you, ...press, ...(choice === undefined ? {} : { choice }) }),
        )
      },
    ),
    '/demo/submit': act(z.strictObject({ you: id, view: id, values: filledIn }), ({ you, view, values }) =>
      deliver(() => slack.submit(you, view, values)),
    ),
    '/demo/close': act(z.strictObject({ you: id, view: id }), async ({ you, view }) => {
      await attempt(() => slack.closeView(you, view))
      return { said: 'Closed.' }
    }),
    '/demo/controls': act(z.strictObject({ id }), async ({ id }) => {
      const control = controls.find((one) => one.id === id)
      if (!control) throw new Problem('not_found', 'Unknown control')
      const happened = await control.run()
      slack.changed()
      return happened
    }),
  }
}
