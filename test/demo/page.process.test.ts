import { afterEach, expect, it } from 'vitest'
import { startServer, type ServerProcess } from '../process/whosout.js'

const running: ServerProcess[] = []
afterEach(() => running.splice(0).forEach(({ child }) => child.kill('SIGKILL')))

it('the built demo has the page, minds no setting of a real Slack, and stops while a page listens', async () => {
  // Half of the settings: `serve` would refuse to start.
  const server = await startServer(
    {
      LOG_LEVEL: 'info',
      SLACK_BOT_TOKEN: 'xoxb-1-of-the-real-one',
      MONGO_URL: 'mongodb://real.example/db',
    },
    'demo',
  )
  running.push(server)
  for (const path of ['/demo', '/demo/page.js', '/demo/style.css', '/demo/icon.svg'])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
  const reader = (await fetch(`${server.url}/demo/changes`)).body!.getReader()
  await reader.read()
  server.child.kill('SIGTERM')
  // It may have been told of changes before.
  while (!(await reader.read()).done);
  expect(await server.exited).toBe(0)
  expect(server.lines.join('\n')).not.toContain('xoxb')
})
