import type { App, Context, RespondFn } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import { createAllowance } from '../services/ask/allowance.js'
import type { Dependencies } from '../services/dependencies.js'
import type { FindLate } from '../services/sources/late.js'
import type { FindCalendar } from '../services/links/in-slack.js'
import type { SyncTools } from '../services/sources/due.js'
import type { RecentFacts } from '../services/presence/recent-facts.js'
import { accessOf, type WorkspaceAccess } from './workspace/access.js'
import { describeFault, type Log } from './log.js'
import { createModalFrames, type ModalFrames } from './modal/frames.js'
import { refusalText, sentenceFor, tooOften } from './refusals.js'
import type { SendToResponseUrl } from './transport/response-url.js'

/** Opens the verbs that read calendar feeds, on first use. */
interface FeedTools {
  /** `makeKey`: an embedded store without a key gets one. */
  open(makeKey: boolean): Promise<SyncTools>
  readonly allowPrivate: boolean
  /** Settings of this process. */
  readonly owner: string
}

/** Passed to every listener besides Bolt's own arguments. It does not depend on how Slack reaches us. */
export interface ListenerContext extends ModalFrames, Dependencies {
  /** The command's name, with its slash. */
  readonly command: string
  readonly log: Log
  /** The address of this process's pages, and whether callers really use it or it is only a guess. */
  readonly address: { readonly base: string; readonly isKnown: boolean }
  readonly feeds: FeedTools
  /** The data that was read for the latest answers. */
  readonly recent: RecentFacts
  /** The calendar that answers and digests lead to. */
  readonly findCalendar: FindCalendar
  readonly findLate: FindLate
  /** Has a digest that was asked for posted at once; without this, the next tick does it. */
  readonly postSoon?: (digest: string, who: string) => void
  readonly showThrough: SendToResponseUrl
  /** Another client for the same workspace that tries each call once, for actions that must not be repeated. */
  once(token: string): WebClient
  /**
   * Runs a listener that answers a person: acknowledges at once, explains a workspace without access, and turns every
   * failure into a sentence for the person and a stack trace in the log. Never rejects.
   */
  answer<Args extends Answerable>(
    run: (args: Args, access: Extract<WorkspaceAccess, { organization: unknown }>) => Promise<void>,
  ): (args: Args) => Promise<void>
}

/** Registers listeners, independent of transport and token. */
export type Register = (app: App, context: ListenerContext) => void

/** Commands, and buttons in messages. A modal has no `respond`: see `ModalFrames`. */
interface Answerable {
  ack(): Promise<void>
  readonly respond: RespondFn
  readonly context: Context
}

/** Only the person sees it, and the previous message stays. */
const say = async (respond: RespondFn, text: string): Promise<void> => {
  await respond({ text, response_type: 'ephemeral', replace_original: false })
}

export interface Answering extends ModalFrames {
  readonly answer: ListenerContext['answer']
  /** Resolves when no answer is in progress any more. */
  settled(): Promise<void>
}

/** Questions per minute from one person, and from all people of a workspace together. */
const perPerson = 20
const perWorkspace = 600
const minute = 60_000

/** `elapsed`: monotonic milliseconds. */
const createLimits = (elapsed: () => number) => {
  const ofPerson = createAllowance(perPerson, minute, elapsed)
  const ofWorkspace = createAllowance(perWorkspace, minute, elapsed)
  /** Why a person has to wait; null: they need not. */
  return ({ teamId, userId }: Context): string | null => {
    const person = ofPerson(`${teamId} ${userId}`)
    if (person) return tooOften.person(perPerson, person.retryIn)
    const workspace = ofWorkspace(String(teamId))
    return workspace && tooOften.workspace(perWorkspace, workspace.retryIn)
  }
}

export const createAnswering = (log: Log, elapsed: () => number): Answering => {
  const limited = createLimits(elapsed)
  const running = new Set<Promise<void>>()

  const track = (work: Promise<void>): Promise<void> => {
    running.add(work)
    return work.finally(() => void running.delete(work))
  }

  const apologise = async ({ respond, context }: Answerable, fault: unknown): Promise<void> => {
    log.error({ err: describeFault(fault), workspace: context.teamId }, 'an answer failed')
    await say(respond, sentenceFor(fault)).catch((silence: unknown) =>
      log.error(
        { err: describeFault(silence), workspace: context.teamId },
        'the failure could not be reported to the user',
      ),
    )
  }
  const answer: ListenerContext['answer'] = (run) => async (args) => {
    const answering = async (): Promise<void> => {
      try {
        await args.ack()
        const access = accessOf(args.context)
        const wait = limited(args.context)
        if (wait !== null) await say(args.respond, wait)
        else if ('organization' in access) await run(args, access)
        else await say(args.respond, refusalText(access.refused))
      } catch (fault) {
        await apologise(args, fault)
      }
    }
    await track(answering())
  }
  return {
    answer,
    ...createModalFrames({ log, track }),
    settled: async () => void (await Promise.all(running)),
  }
}
