import { describe, expect, it } from 'vitest'
import {
  install,
  isRemovalOf,
  parseWorkspaceId,
  type Workspace,
} from '../../../src/domain/workspaces/workspace.js'

const now = new Date('2026-11-20T10:00:00.000Z')
const installation = {
  id: 'T0ACME',
  name: 'Acme',
  token: 'v1.new',
  bot_id: 'B1',
  bot_user_id: 'U1',
  scopes: ['commands'],
  installed_by: 'U0ANA',
}
const fresh = install(undefined, installation, null, now).workspace
const bound: Workspace = {
  ...fresh,
  token: 'v1.old',
  org: 'acme',
  binding: { by: 'command line', who: 'kim', at: '2026-01-01T00:00:00.000Z' },
  created_at: '2026-01-01T00:00:00.000Z',
  installed_at: '2026-01-01T00:00:00.000Z',
}
const byLink = { by: 'link', who: 'U0ANA', at: now.toISOString() }

describe('an installation', () => {
  it.each([
    ['a new workspace without a link', undefined, null, 'none', null, null],
    ['a new workspace with a link', undefined, 'acme', 'binds', 'acme', byLink],
    ['an unbound one with a link', { ...bound, org: null, binding: null }, 'acme', 'binds', 'acme', byLink],
    ['an unbound one without', { ...bound, org: null, binding: null }, null, 'none', null, null],
    ['a bound one without a link', bound, null, 'none', 'acme', bound.binding],
    ['a bound one with a link to the same', bound, 'acme', 'binds', 'acme', bound.binding],
    ['a bound one with a link to another', bound, 'globex', 'other', 'acme', bound.binding],
  ] as const)('of %s', (_what, before, linkedTo, link, org, binding) => {
    const installed = install(before, installation, linkedTo, now)
    expect(installed.link).toBe(link)
    expect(installed.workspace).toMatchObject({
      _id: 'T0ACME',
      org,
      binding,
      token: 'v1.new',
      installed_at: now.toISOString(),
      created_at: before?.created_at ?? now.toISOString(),
      version: (before?.version ?? 0) + 1,
    })
  })
})

describe('a removal', () => {
  const installed = { ...fresh, installed_at: '2026-11-20T10:00:00.900Z' }
  it.each([
    ['2026-11-20T09:59:59.000Z', false],
    ['2026-11-20T10:00:00.000Z', true],
    ['2026-11-20T11:00:00.000Z', true],
  ])('told for %s is one of this installation: %s', (at, is) => {
    expect(isRemovalOf(installed, new Date(at))).toBe(is)
  })
})

describe('the id of a workspace', () => {
  it.each([
    ['T0ACME', 'T0ACME'],
    [' t0acme ', 'T0ACME'],
    ['E0ALL', null],
    ['T', null],
    ['T0ACME; DROP', null],
    ['', null],
  ])('%j is %j', (text, id) => expect(parseWorkspaceId(text)).toBe(id))
})
