import { describe, expect, it } from 'vitest'
import { leaveTypes } from '../../../src/domain/presence/leave-types.js'
import {
  reasonPolicies,
  reasonPolicy,
  storedPolicy,
  type StoredPolicy,
} from '../../../src/domain/presence/reasons.js'

describe('the policy of reasons', () => {
  it.each<readonly [string, StoredPolicy, string]>([
    ['nothing masked by a version before', { privacy: [] }, 'everyone'],
    ['nothing masked, and channels shown it', { privacy: [], channel_reasons: 'masked' }, 'everyone'],
    ['some masked by a version before', { privacy: ['sick'] }, 'nobody'],
    ['all masked by a version before', { privacy: leaveTypes }, 'nobody'],
    ['a mask set by a version before after everyone', { reasons: 'everyone', privacy: ['sick'] }, 'nobody'],
    ['masks removed by a version before after nobody', { reasons: 'nobody', privacy: [] }, 'nobody'],
    ['masks removed by a version before after admins', { reasons: 'admins', privacy: [] }, 'admins'],
  ])('is derived: %s', (_what, stored, policy) => expect(reasonPolicy(stored)).toBe(policy))

  it.each(reasonPolicies)('is read as it was stored: %s', (policy) =>
    expect(reasonPolicy(storedPolicy(policy))).toBe(policy),
  )
})
