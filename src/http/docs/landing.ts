import { calendarPath } from '../../domain/links/address.js'
import { docsPaths, mcpPath, otherPaths, presencePath } from '../paths.js'
import { markup } from '../reply/markup.js'
import { docsPage, type Way } from './page.js'
import { codeBlock, firstRequest } from './samples.js'
import { presenceExample } from './schemas.js'

/** The page at `/`: what this is, whether it works, and the first request. It says nothing about who is served here. */
export const landingPage = (way: Way, version: string): string =>
  docsPage(
    way,
    'whosout: who is in and who is out',
    markup`<header>
        <h1>whosout</h1>
        <p>Who is in and who is out: as an API, in Slack, and every morning in a channel.</p>
        <p><span role="status" data-ready="${way(otherPaths.readiness)}">Version ${version}.</span></p>
      </header>
      <main>
        <h2>The first request</h2>
        <p>
          You need an API key from an admin of your organization. Keep it out of source code and of web pages that
          others open; the samples read it from <code>WHOSOUT_KEY</code>.
        </p>
        ${firstRequest()}
        <h2>What an answer looks like</h2>
        ${codeBlock('An answer', JSON.stringify(presenceExample, null, 2))}
        <h2>From here</h2>
        <ul>
          <li><a href="${way(docsPaths.page)}">API reference</a>: parameters, answers, errors, and a form to try it.</li>
          <li><a href="${way(otherPaths.openapi)}">OpenAPI description</a> of <code>GET ${presencePath}</code>, for generators of clients.</li>
          <li>Agents: an MCP client connects to <code data-address>${mcpPath}</code> with the same key.</li>
          <li>In Slack, <code>/whosout next week</code> says who is out. <code>/whosout calendar</code> gives you a calendar page and its feed, with a secret address below <code data-address>${calendarPath}</code>.</li>
          <li><a href="${way(docsPaths.changelog)}">Changelog</a></li>
        </ul>
      </main>`,
  )
