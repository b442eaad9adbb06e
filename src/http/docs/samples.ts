import { presencePath } from '../paths.js'
import { markup, type Markup } from '../reply/markup.js'

/** A placeholder for the server's address in a sample; the page replaces it with its own. */
const sampleBase = 'http://localhost:3000'

const samples = {
  curl: `curl -H "Authorization: Bearer $WHOSOUT_KEY" ${sampleBase}${presencePath}`,

  JavaScript: `import { env } from 'node:process'

const reply = await fetch('${sampleBase}${presencePath}', {
  headers: { Authorization: \`Bearer \${env.WHOSOUT_KEY}\` },
})
const body = await reply.json()
if (!reply.ok) throw new Error(body.error.code)
for (const { name, leaves } of body.out) console.log(name, 'until', leaves.at(-1).end_date)`,

  Python: `import json, os, urllib.request

request = urllib.request.Request(
    "${sampleBase}${presencePath}",
    headers={"Authorization": f"Bearer {os.environ['WHOSOUT_KEY']}"},
)
with urllib.request.urlopen(request) as reply:
    for person in json.load(reply)["out"]:
        print(person["name"], "until", person["leaves"][-1]["end_date"])`,
} as const

/** Code that can be scrolled with the keyboard; `label` names it. The page's script adds a copy button. */
export const codeBlock = (label: string, code: string): Markup =>
  markup`<pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre> `

/** The first request in each language, one of them open. */
export const firstRequest = (): readonly Markup[] =>
  Object.entries(samples).map(
    ([language, code]) =>
      markup`<details name="sample"${language === 'curl' && markup` open`}><summary>${language}</summary>${codeBlock(`First request in ${language}`, code)}</details> `,
  )
