import { openFakeSlack as openSlack, type FakeSlackOptions } from '../../../src/demo/fake-slack/fake-slack.js'
import { createFurtherEvents } from './events.js'
import { createFailures } from './failures.js'
import { createFaults } from './faults.js'
import { slackRules } from './rules/blocks.js'
import type { RefusedContent } from '../../../src/demo/fake-slack/blocks.js'

/** Milliseconds for what a test waits for: longer than anything takes, and before the test is ended without a word. */
const patience = 120_000

/** The stand-in of the demo with Slack's rules, its faults, and what else may happen in a workspace. */
export const openFakeSlack = async (options: FakeSlackOptions) => {
  const faults = createFaults()
  const { fail, stop } = createFailures()
  const refusals: RefusedContent[] = []
  const noted = (refused: RefusedContent | undefined): RefusedContent | undefined => {
    if (refused) refusals.push(refused)
    return refused
  }
  const slack = await openSlack({
    rules: {
      ...slackRules,
      blocks: (blocks) => noted(slackRules.blocks(blocks)),
      view: (view, type) => noted(slackRules.view(view, type)),
    },
    interfere: (call, res, apply) => {
      const fault = faults.take(call)
      if (fault) fail(res, apply, fault)
      return fault !== undefined
    },
    ...options,
  })
  return {
    ...slack,
    ...createFurtherEvents(slack.core, slack.deliver),
    faults,
    /** As in the demo, but what never comes ends with what Slack has refused: often it was waited for. */
    until: async <T>(look: () => T | undefined): Promise<T> => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`It never came. Refused: ${JSON.stringify(refusals)}`)),
          patience,
        )
      })
      return Promise.race([slack.until(look), late]).finally(() => clearTimeout(timer))
    },
    close: () => {
      stop()
      return slack.close()
    },
  }
}

export type FakeSlack = Awaited<ReturnType<typeof openFakeSlack>>
