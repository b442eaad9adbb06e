import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../process/ports.js'
import { askServer, newAcme, startServer, stopServer } from '../process/whosout.js'
import type { Acme, ServerProcess } from '../process/whosout.js'

const execute = promisify(execFile)
const rules = fileURLToPath(new URL('../../deploy/alerts.yml', import.meta.url))
const board = JSON.parse(readFileSync(new URL('../../deploy/grafana.json', import.meta.url), 'utf8')) as {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
}

/** What the panels ask, with Grafana's variables filled in. */
const asked = board.panels
  .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))

const token = 'a-token-for-metrics-0123456789'

interface Rule {
  readonly name: string
  readonly health: string
  readonly state: string
}

describe('the rules for Prometheus', () => {
  it('are well formed', async () => {
    const { stdout } = await execute('promtool', ['check', 'rules', rules])
    expect(stdout).toMatch(/SUCCESS: 14 rules found/)
  })

  /** Minutes, one value a minute; what fires then. */
  it.each([
    ['WhosoutDown', 'up{job="whosout"}', '1 0 0 0', '3m', true],
    ['WhosoutDown', 'up{job="whosout"}', '1 1 0 1', '3m', false],
    ['WhosoutDigestFailed', 'whosout_digest_runs_total{state="failed"}', '0 0 1 1', '3m', true],
    ['WhosoutDigestFailed', 'whosout_digest_runs_total{state="sent"}', '0 0 1 1', '3m', false],
    ['WhosoutDigestsNotPlanned', 'whosout_digest_tick_age_seconds', '30 90 160', '2m', true],
    ['WhosoutFeedOld', 'whosout_source_oldest_success_timestamp_seconds', '0x1700', '27h2m', true],
    ['WhosoutFeedOld', 'whosout_source_oldest_success_timestamp_seconds', '0x1700', '26h', false],
    ['WhosoutWebhooksWait', 'whosout_webhook_next_delivery_timestamp_seconds', '0x20', '12m', true],
    ['WhosoutWebhooksWait', 'whosout_webhook_next_delivery_timestamp_seconds', '9000x20', '12m', false],
    ['WhosoutWebhookFailing', 'whosout_webhooks{state="failing"}', '1x1500', '24h1m', true],
    ['WhosoutWebhookDisabled', 'whosout_webhooks{state="disabled"}', '0 0 1', '2m', true],
    ['WhosoutWebhookDisabled', 'whosout_webhooks{state="failing"}', '1x10', '9m', false],
    ['WhosoutDirectoryFailing', 'whosout_sources{state="failing"}', '1x1500', '24h1m', true],
  ])('%s where %s is %s: after %s it fires: %s', async (alarm, series, values, after, fires) => {
    const file = join(acme.path, 'case.json')
    // Without the annotations, which `alert_rule_test` compares as well.
    const expr = `count(ALERTS{alertname="${alarm}",alertstate="firing"}) or vector(0)`
    const test = {
      rule_files: [rules],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [{ series, values }],
          promql_expr_test: [
            { expr, eval_time: after, exp_samples: [{ labels: '{}', value: fires ? 1 : 0 }] },
          ],
        },
      ],
    }
    await writeFile(file, JSON.stringify(test))
    const { stdout } = await execute('promtool', ['test', 'rules', file])
    expect(stdout).toContain('SUCCESS')
  })
})

let acme: Acme
beforeAll(async () => {
  acme = await newAcme()
})
afterAll(() => acme.remove())

describe('a Prometheus beside a server', () => {
  let server: ServerProcess
  let prometheus: ReturnType<typeof spawn>
  let base: string

  beforeAll(async () => {
    const [{ secret }, port] = [await acme.createKey(), await freePort()]
    server = await startServer({ ...acme.env, METRICS_TOKEN: token })
    await askServer(server, secret)
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [
        {
          job_name: 'whosout',
          authorization: { credentials: token },
          static_configs: [{ targets: [new URL(server.url).host] }],
        },
      ],
    }
    await writeFile(join(acme.path, 'prometheus.json'), JSON.stringify(config))
    base = `http://127.0.0.1:${port}`
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(acme.path, 'prometheus.json')}`,
        `--storage.tsdb.path=${join(acme.path, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    )
  })
  afterAll(async () => {
    prometheus.kill('SIGKILL')
    await once(prometheus, 'exit')
    await stopServer(server)
  })

  interface Answer {
    readonly status: string
    readonly data?: { readonly result: readonly unknown[] }
  }
  const query = async (expr: string): Promise<Answer> => {
    const reply = await fetch(`${base}/api/v1/query?${new URLSearchParams({ query: expr })}`).catch(
      () => null,
    )
    return reply ? ((await reply.json()) as Answer) : { status: 'away' }
  }
  const ask = async (expr: string) => (await query(expr)).data?.result ?? []

  const ruled = async (): Promise<readonly Rule[]> => {
    const reply = await fetch(`${base}/api/v1/rules`)
    const { data } = (await reply.json()) as {
      readonly data: { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
    }
    return data.groups.flatMap(({ rules }) => rules)
  }

  it('evaluates every rule, and none of them fires', async () => {
    await expect.poll(() => ask('max(up{job="whosout"}) > 0')).toHaveLength(1)
    await expect.poll(async () => (await ruled()).filter(({ health }) => health === 'ok').length).toBe(14)
    expect((await ruled()).filter(({ state }) => state !== 'inactive')).toEqual([])
  })

  it('knows every metric that rules and panels name', async () => {
    const reply = await fetch(`${base}/api/v1/metadata`)
    const { data } = (await reply.json()) as { readonly data: Record<string, unknown> }
    const named = [readFileSync(rules, 'utf8'), ...asked].flatMap((text) =>
      [...text.matchAll(/\b(?:whosout|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|count|sum)$/, ''),
      ),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => data[name] === undefined)).toEqual([])
  })

  it('answers every panel', async () => {
    const answers = await Promise.all(
      asked.map(async (expr) => ({ expr, status: (await query(expr)).status })),
    )
    expect(answers.filter(({ status }) => status !== 'success')).toEqual([])
    expect(await ask('whosout_build_info{store="embedded"}')).toHaveLength(1)
  })

  it('notices a process that is gone', async () => {
    server.child.kill('SIGKILL')
    await expect
      .poll(async () => (await ruled()).find(({ name }) => name === 'WhosoutDown')!.state)
      .toBe('pending')
  })
})
