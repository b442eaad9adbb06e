import type { AllMiddlewareArgs, App, SlackEventMiddlewareArgs } from '@slack/bolt'
import type { KnownBlock } from '@slack/web-api'
import { accessOf } from './access.js'
import type { Asker } from './asking.js'
import type { ListenerContext } from './listeners.js'
import { describeFault } from './log.js'
import { apology, refusalText } from './refusals.js'
import { escape } from './mrkdwn.js'

type HomeArgs = SlackEventMiddlewareArgs<'app_home_opened'> & AllMiddlewareArgs

const sentence = (text: string): readonly KnownBlock[] => [
  { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } },
]

/** The Home tab: today, as the person who opens it would be answered. */
export const registerHome = (
  app: App,
  { command, log }: Pick<ListenerContext, 'command' | 'log'>,
  asker: Pick<Asker, 'answer'>,
): void => {
  const blocksFor = async ({ client, context, event }: HomeArgs): Promise<readonly KnownBlock[]> => {
    const access = accessOf(context)
    if ('refused' in access) return sentence(refusalText(access.refused))
    const outcome = await asker.answer(
      {
        client,
        workspace: context.teamId ?? '',
        user: event.user,
        organization: access.organization,
        channel: null,
        command,
      },
      { text: 'today' },
    )
    if ('refused' in outcome) return sentence(outcome.refused)
    return [...outcome.blocks, { type: 'divider' }, ...sentence(`Ask anywhere: \`${escape(command)} help\``)]
  }
  const publish = ({ client, event }: HomeArgs, blocks: readonly KnownBlock[]): Promise<unknown> =>
    client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [...blocks] } })

  app.event('app_home_opened', async (args) => {
    if (args.event.tab !== 'home') return
    const blocks = await blocksFor(args).catch((fault: unknown) => {
      log.error({ err: describeFault(fault), workspace: args.context.teamId }, 'a Home tab failed')
      return sentence(apology)
    })
    await publish(args, blocks)
  })
}
