import { describe, expect, it } from 'vitest'
import { pauseReasons, type Digest, type DigestRun } from '../../../src/domain/digests/digest.js'
import { manualRun } from '../../../src/domain/digests/schedule.js'
import { nextWords, runWords, settingsWords } from '../../../src/domain/words/digest-status.js'

const digest: Digest = {
  _id: 'T1:C1:all',
  org: 'org',
  workspace: 'T1',
  channel: 'C1',
  team_id: null,
  time: '09:00',
  timezone: 'America/New_York',
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  look_ahead: 'none',
  on_bank_holidays: 'silent',
  when_empty: 'post',
  paused: null,
  creator: null,
  created_by: 'kim@laptop',
  created_at: '2026-11-20T10:00:00.000Z',
  next_at: '2027-01-04T14:00:00.000Z',
  next_date: '2027-01-04',
  tzdata: '2025c',
  version: 1,
}
const now = new Date('2026-11-20T10:00:00.000Z')

const run = (changes: Partial<DigestRun>): DigestRun => ({
  ...manualRun(digest, { at: now, date: '2026-11-20' }),
  state: 'pending',
  manual: false,
  ...changes,
})

describe('what is set', () => {
  it('is said in one line, as people write zones; what is as usual is left out', () => {
    expect(settingsWords(digest)).toBe('Mon–Fri at 09:00 (America/New York)')
    const unusual = { look_ahead: 'monday', on_bank_holidays: 'post', when_empty: 'silent' } as const
    expect(settingsWords({ ...digest, ...unusual })).toBe(
      'Mon–Fri at 09:00 (America/New York); Monday includes this week; also on bank holidays; silent when nobody is out',
    )
  })

  it('says when it comes next, by its own clock, or why it does not', () => {
    expect(nextWords(digest, now)).toBe('next on Mon 4 Jan 2027 at 09:00')
    for (const reason of pauseReasons) {
      const paused = { ...digest, paused: { reason, at: digest.created_at, who: null }, next_at: null }
      expect(nextWords(paused, now)).toMatch(/^paused: .{10}/)
    }
  })
})

describe('what became of a run', () => {
  const sent = { state: 'sent', ts: `${Date.parse('2026-11-20T14:00:03Z') / 1_000}.0001` } as const
  const perhaps = 'may have been posted: Slack did not say, so it is not posted again: '
  const retried = 'not posted yet, will be retried soon: '
  const asked = 'about to be posted, because someone asked for it'
  const moved = { reason: 'moved', due_at: '2026-11-20T22:30:00.000Z' }
  const cases: readonly (readonly [Partial<DigestRun>, string])[] = [
    [{}, 'about to be posted'],
    [{ manual: true }, asked],
    [{ attempts: 2, reason: 'rate_limited' }, `${retried}Slack asked us to wait`],
    [{ manual: true, attempts: 2, reason: 'requested' }, asked],
    [{ manual: true, attempts: 1, reason: 'rate_limit_hold' }, `${retried}Slack asked us to wait`],
    [moved, 'will be posted at 17:30, because its time was changed'],
    [{ attempts: 1, reason: 'econnrefused' }, `${retried}Slack could not be reached`],
    [{ state: 'claimed' }, 'being posted right now'],
    [{ state: 'sending' }, 'being posted right now'],
    [sent, 'posted at 09:00'],
    [{ ...sent, via: 'history' }, 'posted at 09:00, found in the channel afterwards'],
    [{ state: 'skipped', reason: 'nobody_out' }, 'not posted: nobody was out'],
    [{ state: 'failed', reason: 'is_archived' }, 'not posted: the channel is archived'],
    [{ state: 'failed', reason: 'msg_too_long' }, 'not posted: Slack said msg too long'],
    [{ state: 'unknown', reason: 'http_502' }, `${perhaps}Slack answered with an error (502)`],
    [{ state: 'unknown', reason: 'process_lost' }, `${perhaps}the process stopped while posting`],
  ]
  it.each([
    ...['build_failed', 'mark_failed', 'too_slow', 'absent', 'rate_limit_hold', 'missed_window', 'paused'],
    'removed',
    ...['rescheduled', 'process_lost', 'unbound', 'not_installed', 'enterprise', 'suspended', 'foreign'],
    ...['token', 'unavailable', 'other_organization', 'no_ts', 'timeout', 'fault', 'reset', 'no_answer'],
    ...['no_connection', 'enotfound', 'eai_again', 'und_err_connect_timeout', 'err_tls_cert_altname_invalid'],
    ...['cert_has_expired', 'depth_zero_self_signed_cert', 'unable_to_verify_leaf_signature'],
    ...['bank_holiday', 'nobody_out', 'team_deleted', 'organization_gone', 'rate_limited'],
  ])('of which whosout itself says why (%s) is not put into Slack’s mouth', (reason) => {
    const said = runWords(run({ state: 'failed', reason }), digest.timezone)
    expect(said).toMatch(/^not posted: .{10}/)
    expect(said).not.toContain('Slack said')
  })

  it.each(cases)('%j: %s', (changes, words) => expect(runWords(run(changes), digest.timezone)).toBe(words))
})
