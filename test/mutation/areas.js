/**
 * The rules whose tests are judged: the files that are mutated, and the tests beside the rule that must notice. Suites of
 * services are among them only where a rule has few others: each change would wait for all of them.
 */
export const areas = {
  keys: {
    mutate: ['src/domain/keys/*.ts'],
    tests: ['test/domain/keys/*.test.ts'],
  },
  presence: { mutate: ['src/domain/presence/*.ts'], tests: ['test/domain/presence/*.test.ts'] },
  'digest runs': {
    mutate: ['src/domain/digests/{due,run,schedule,seen,skip,timings}.ts'],
    tests: ['test/domain/digests/*.test.ts', 'test/services/digests/{rows,start}.test.ts'],
  },
  'comparing of imports': {
    mutate: ['src/domain/roster/{changes,guard,leaves,members}.ts'],
    tests: ['test/domain/roster/{cancelled,changes,holidays,persons,properties}.test.ts'],
  },
  'judge of feeds': {
    mutate: ['src/domain/sources/{judge,leaves,meaning,own-title,standing}.ts'],
    tests: ['test/domain/sources/{changes,name-in,nasty,shapes,unreadable,versions,whole-days}.test.ts'],
  },
  erasure: {
    mutate: ['src/domain/records/{mentions,tombstone,traces}.ts'],
    tests: ['test/domain/records/*.test.ts', 'test/services/records/suite.embedded.test.ts'],
  },
  'attempts of webhooks': {
    mutate: ['src/domain/webhooks/attempts.ts'],
    tests: ['test/domain/webhooks/attempts.test.ts'],
  },
}
