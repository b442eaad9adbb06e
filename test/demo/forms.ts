import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt'
import type { ModalView } from '@slack/web-api'
import type { Register } from '../../src/slack/listeners.js'

const plain = (text: string) => ({ type: 'plain_text', text }) as const
const option = (text: string, value: string) => ({ text: plain(text), value })

/** One input of each kind that a form may have. */
const view: ModalView = {
  type: 'modal',
  callback_id: 'form',
  title: plain('Morning digest'),
  submit: plain('Save'),
  close: plain('Not now'),
  notify_on_close: true,
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: 'Posted in *#general* every working day.' } },
    {
      type: 'input',
      block_id: 'title',
      label: plain('Heading'),
      hint: plain('Stands above the list'),
      element: {
        type: 'plain_text_input',
        action_id: 'heading',
        initial_value: 'Good morning',
        max_length: 40,
      },
    },
    {
      type: 'input',
      block_id: 'team',
      label: plain('Team'),
      element: {
        type: 'static_select',
        action_id: 'team',
        options: [option('Everybody', 'all'), option('Design', 'design')],
        initial_option: option('Everybody', 'all'),
      },
    },
    {
      type: 'input',
      block_id: 'days',
      label: plain('Days'),
      element: {
        type: 'multi_static_select',
        action_id: 'days',
        options: [option('Monday', 'mon'), option('Tuesday', 'tue'), option('Wednesday', 'wed')],
        initial_options: [option('Monday', 'mon')],
      },
    },
    {
      type: 'input',
      block_id: 'time',
      label: plain('Time'),
      element: { type: 'timepicker', action_id: 'time', initial_time: '09:00' },
    },
    {
      type: 'input',
      block_id: 'more',
      optional: true,
      label: plain('More'),
      element: {
        type: 'checkboxes',
        action_id: 'more',
        options: [option('Nothing when nobody is out', 'silent')],
      },
    },
  ],
}

/** What an app with a form does: opens it at a command, refuses one heading, tells the person what was filled in, and edits a message. */
export const formListener: Register = (app, { answer }) => {
  app.command(
    /^\/./,
    answer<SlackCommandMiddlewareArgs & AllMiddlewareArgs>(
      async ({ client, command }) => void (await client.views.open({ trigger_id: command.trigger_id, view })),
    ),
  )
  app.view({ callback_id: 'form', type: 'view_submission' }, async ({ ack, client, body }) => {
    const { values } = body.view.state
    if (values['title']!['heading']!.value === 'Bad')
      return ack({ response_action: 'errors', errors: { title: 'Say something kinder' } })
    await ack()
    await client.chat.postEphemeral({
      channel: 'C0GENERAL',
      user: body.user.id,
      text: JSON.stringify(values),
    })
    const { ts } = await client.chat.postMessage({ channel: 'C0GENERAL', text: 'Saving' })
    await client.chat.update({ channel: 'C0GENERAL', ts: ts!, text: 'Saved.' })
  })
  app.view({ callback_id: 'form', type: 'view_closed' }, async ({ ack, client, body }) => {
    await ack()
    await client.chat.postEphemeral({ channel: 'C0GENERAL', user: body.user.id, text: 'Not now, then.' })
  })
}
