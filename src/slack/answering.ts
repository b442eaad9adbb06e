import type { Context } from '@slack/bolt'
import { maximumTyped, tooLong } from '../language/words/normalize.js'
import { createAllowance } from '../services/ask/limits.js'
import { askerOf } from './admission.js'
import type { AnswerableArgs, Frames, Respond, SlackServices } from './listeners.js'
import { describeError } from './log.js'
import { createModalFrames } from './modal/frames.js'
import { sentenceFor, tooOften } from './refusals.js'

/** Only the person sees it, and the previous message stays. */
const say = async (respond: Respond, text: string): Promise<void> => {
  await respond({ text, response_type: 'ephemeral', replace_original: false })
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

/** `services`: what listeners are handed, these frames included. */
export const createFrames = (
  services: () => SlackServices,
  elapsed: () => number,
): Frames & { /** Resolves when no answer is in progress any more. */ settled(): Promise<void> } => {
  const limited = createLimits(elapsed)
  const running = new Set<Promise<void>>()

  const track = (work: Promise<void>): Promise<void> => {
    running.add(work)
    return work.finally(() => void running.delete(work))
  }

  const apologise = async ({ respond, context }: AnswerableArgs, error: unknown): Promise<void> => {
    const { log } = services()
    log.error({ err: describeError(error), workspace: context.teamId }, 'an answer failed')
    await say(respond, sentenceFor(error)).catch((silence: unknown) =>
      log.error(
        { err: describeError(silence), workspace: context.teamId },
        'the failure could not be reported to the user',
      ),
    )
  }
  /** What a person typed, as a command or in a message to the app. */
  const typedIn = (args: object): string =>
    'command' in args
      ? (args.command as { readonly text: string }).text
      : 'said' in args
        ? (args.said as { readonly text: string }).text
        : ''

  const answer: Frames['answer'] = (run) => async (args) => {
    const answering = async (): Promise<void> => {
      try {
        await args.ack()
        const asker = askerOf(services(), args)
        const wait = limited(args.context)
        if (wait !== null) await say(args.respond, wait)
        else if ('refused' in asker) await say(args.respond, asker.refused)
        else if (typedIn(args).length > maximumTyped) await say(args.respond, tooLong(maximumTyped))
        else await run(args, asker, services())
      } catch (error) {
        await apologise(args, error)
      }
    }
    await track(answering())
  }
  return {
    answer,
    ...createModalFrames(services, track),
    settled: async () => void (await Promise.all(running)),
  }
}
