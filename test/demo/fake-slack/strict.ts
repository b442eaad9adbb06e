import { openFakeSlack as openSlack, type FakeSlackOptions } from '../../../src/demo/fake-slack/fake-slack.js'
import { createFurtherEvents } from './events.js'
import { createFailures } from './failures.js'
import { createFaults } from './faults.js'
import { slackRules } from './rules/blocks.js'

/** The stand-in of the demo with Slack's rules, its faults, and what else may happen in a workspace. */
export const openFakeSlack = async (options: FakeSlackOptions) => {
  const faults = createFaults()
  const { fail, stop } = createFailures()
  const slack = await openSlack({
    rules: slackRules,
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
    close: () => {
      stop()
      return slack.close()
    },
  }
}

export type FakeSlack = Awaited<ReturnType<typeof openFakeSlack>>
