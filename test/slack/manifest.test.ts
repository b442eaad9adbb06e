import { readFileSync } from 'node:fs'
import type { AppsManifestValidateArguments } from '@slack/web-api'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import {
  agentEvent,
  agentScope,
  botEvents,
  defaultCommand,
  optionalScopes,
  redirectPath,
  requiredScopes,
  shortcutNames,
  shortcuts,
  slackPath,
  statusScope,
} from '../../src/slack/manifest.js'

type Manifest = AppsManifestValidateArguments['manifest']
type Scopes = NonNullable<NonNullable<Manifest['oauth_config']>['scopes']>
type Events = NonNullable<NonNullable<Manifest['settings']>['event_subscriptions']>['bot_events']

/** These compile only while Slack's own types know every name. */
const knownToSlack: { scopes: Scopes; events: Events } = {
  scopes: { bot: [...requiredScopes], bot_optional: [...optionalScopes], user_optional: [statusScope] },
  events: [...botEvents],
}

/** Slack's types do not know this scope; its reference does. */
const ofAgent: { scope: string; event: NonNullable<Events>[number] } = {
  scope: agentScope,
  event: agentEvent,
}

const address = z.url({ protocol: /^https$/ })

/** What Slack takes, from its manifest reference: the fields that we use and no other, with their limits. */
const shape = z.strictObject({
  display_information: z.strictObject({
    name: z.string().max(35),
    description: z.string().max(140),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
    long_description: z.string().min(175).max(4_000),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.boolean(),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    agent_view: z
      .strictObject({
        agent_description: z.string().max(300),
        suggested_prompts: z.array(z.strictObject({ title: z.string(), message: z.string() })).max(4),
      })
      .optional(),
    bot_user: z.strictObject({ display_name: z.string().max(80), always_online: z.boolean() }),
    shortcuts: z.array(
      z.strictObject({
        name: z.string().max(24),
        type: z.enum(['global', 'message']),
        callback_id: z.enum(Object.values(shortcuts)),
        description: z.string().max(150),
      }),
    ),
    slash_commands: z.tuple([
      z.strictObject({
        command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/),
        url: address.optional(),
        description: z.string().max(2_000),
        usage_hint: z.string().max(1_000),
        should_escape: z.boolean(),
      }),
    ]),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.array(address).optional(),
    scopes: z.strictObject({
      bot: z.array(z.string()),
      bot_optional: z.array(z.string()),
      user_optional: z.array(z.string()),
    }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({ request_url: address.optional(), bot_events: z.array(z.string()) }),
    interactivity: z.strictObject({
      is_enabled: z.boolean(),
      request_url: address.optional(),
      message_menu_options_url: address.optional(),
    }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.boolean(),
  }),
})

const read = (name: 'http' | 'socket' | 'agent') =>
  shape.parse(parse(readFileSync(new URL(`../../manifests/slack.${name}.yaml`, import.meta.url), 'utf8')))

/** A manifest without what only HTTP needs. */
const withoutAddresses = (manifest: z.infer<typeof shape>) =>
  JSON.parse(
    JSON.stringify(
      { ...manifest, settings: { ...manifest.settings, socket_mode_enabled: null } },
      (key, value) =>
        ['url', 'request_url', 'message_menu_options_url', 'redirect_urls'].includes(key)
          ? undefined
          : (value as unknown),
    ),
  ) as unknown

describe.each(['http', 'socket'] as const)('the manifest for %s', (name) => {
  const manifest = read(name)

  it('asks for the scopes that the code uses, the optional ones apart', () => {
    expect(manifest.oauth_config.scopes).toEqual(knownToSlack.scopes)
  })

  it('subscribes to the events that the code handles', () => {
    expect(manifest.settings.event_subscriptions.bot_events).toEqual(knownToSlack.events)
  })

  it('names the command, and has people and channels in it escaped', () => {
    const [command] = manifest.features.slash_commands
    expect(command).toMatchObject({ command: defaultCommand, should_escape: true })
    expect(command.usage_hint).toMatch(/help/)
  })

  it('shows the Home tab, and a Messages tab in which people ask', () => {
    expect(manifest.features.app_home).toEqual({
      home_tab_enabled: true,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    })
  })

  it('has the shortcuts that the code answers', () => {
    expect(
      manifest.features.shortcuts.map(({ type, callback_id, name }) => [type, callback_id, name]),
    ).toEqual(
      Object.values(shortcuts).map((id) => [
        id === shortcuts.here ? 'message' : 'global',
        id,
        shortcutNames[id],
      ]),
    )
  })

  it('takes buttons, and is not deployed to whole Enterprise organizations', () => {
    expect(manifest.settings).toMatchObject({
      interactivity: { is_enabled: true },
      org_deploy_enabled: false,
      socket_mode_enabled: name === 'socket',
    })
  })
})

describe('the two manifests', () => {
  it('differ in nothing but the addresses', () => {
    expect(withoutAddresses(read('socket'))).toEqual(withoutAddresses(read('http')))
  })

  it('have every address in the one for HTTP, and only where consents return to in the one for Socket Mode', () => {
    const { features, oauth_config, settings } = read('http')
    const incoming = [
      features.slash_commands[0].url,
      settings.event_subscriptions.request_url,
      settings.interactivity.request_url,
      settings.interactivity.message_menu_options_url,
    ]
    expect(incoming).toEqual(incoming.map(() => `https://whosout.example.com${slackPath}`))
    expect(oauth_config.redirect_urls).toEqual([`https://whosout.example.com${redirectPath}`])
    const { redirect_urls, ...rest } = read('socket').oauth_config
    expect(redirect_urls).toEqual(oauth_config.redirect_urls)
    expect(JSON.stringify({ ...read('socket'), oauth_config: rest })).not.toContain('https://')
  })
})

describe('the manifest with the agent view', () => {
  it('is the one for HTTP but for that view, its event and its scope', () => {
    const agent = read('agent')
    const { agent_view, ...features } = agent.features
    expect(agent_view?.suggested_prompts).toHaveLength(4)
    const { bot_optional } = agent.oauth_config.scopes
    const { bot_events } = agent.settings.event_subscriptions
    expect([bot_optional.includes(ofAgent.scope), bot_events.includes(ofAgent.event)]).toEqual([true, true])
    const without = structuredClone({ ...agent, features })
    without.oauth_config.scopes.bot_optional = bot_optional.filter((scope) => scope !== ofAgent.scope)
    without.settings.event_subscriptions.bot_events = bot_events.filter((event) => event !== ofAgent.event)
    expect(without).toEqual(read('http'))
  })
})
