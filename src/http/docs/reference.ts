import { docsPaths, otherPaths } from '../paths.js'
import { markup, type Markup } from '../reply/markup.js'
import type { FieldSchema, openApiDocument } from './openapi.js'
import { docsPage, inline, paragraphs, type Way } from './page.js'
import { codeBlock, firstRequest } from './samples.js'

type ApiDocument = ReturnType<typeof openApiDocument>
type Operation = ApiDocument['paths'][keyof ApiDocument['paths']]['get']
type DocumentedParameter = Operation['parameters'][number]

/** What this page draws of a reply. */
interface DocumentedReply {
  readonly description: string
  readonly headers: Readonly<Record<string, { readonly description: string; readonly required: boolean }>>
  readonly content?: {
    readonly 'application/json': {
      readonly schema: FieldSchema
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
    }
  }
}

const table = (heads: readonly string[], label: string, rows: readonly Markup[]): Markup =>
  markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  </div> `

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

const typeOf = ({ $ref, type, format, nullable, items }: FieldSchema): Markup => {
  if ($ref) return markup`<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`
  if (items) return markup`list of ${typeOf(items)}`
  return markup`${format ?? type ?? 'any'}${nullable ? ' or null' : ''}`
}

/** The fields of an object and of the objects in it: `error`, `error.code`, … */
const fieldRows = ({ properties = {}, required = [] }: FieldSchema, path = ''): readonly Markup[] =>
  Object.entries(properties).flatMap(([name, field]) => [
    markup`<tr>
      <th scope="row"><code>${path}${name}</code><br><small>${typeOf(field)}${!required.includes(name) && ', sometimes'}</small></th>
      <td>${inline(field.description ?? '')}</td>
    </tr> `,
    ...fieldRows(field, `${path}${name}.`),
  ])

const schemaSection = ([name, schema]: readonly [string, FieldSchema]): Markup =>
  markup`<section id="${name}">
    <h3>${name}</h3>
    <p>${inline(schema.description ?? '')}</p>
    ${table(['Field', 'Meaning'], `Fields of ${name}`, fieldRows(schema))}
  </section> `

const parameterRow = ({ name, in: place, schema, description, example }: DocumentedParameter): Markup =>
  markup`<tr>
    <th scope="row"><code>${name}</code><br><small>${typeOf(schema)}, ${place}</small></th>
    <td>${inline(description)}<br><small>Example: <code>${example}</code></small></td>
  </tr> `

const headerRows = ({ headers }: DocumentedReply): readonly Markup[] =>
  Object.entries(headers).map(
    ([name, { description, required }]) =>
      markup`<tr><th scope="row"><code>${name}</code>${!required && markup`<br><small>sometimes</small>`}</th><td>${inline(description)}</td></tr> `,
  )

const bodies = (status: string, { content }: DocumentedReply): Markup | null => {
  if (!content) return null
  const { schema, example, examples } = content['application/json']
  const shown = examples ? Object.values(examples) : [{ summary: 'Example', value: example }]
  return markup`<p>Body: ${typeOf(schema)}</p> ${shown.map(({ summary, value }) =>
    codeBlock(`${status}: ${summary}`, JSON.stringify(value, null, 2)),
  )}`
}

const replyDetails = (operation: string, status: string, documented: DocumentedReply): Markup =>
  markup`<details>
    <summary><b>${status}</b> ${inline(documented.description)}</summary>
    ${bodies(status, documented)}
    <details>
      <summary>Headers</summary>
      ${table(['Header', 'Meaning'], `Headers of ${status}, ${operation}`, headerRows(documented))}
    </details>
  </details> `

/** Hidden until the page's script shows it: sent without the script, a form would put what is typed into an address. */
const tryForm = (way: Way, path: string, { summary, parameters }: Operation): Markup =>
  markup`<form hidden data-path="${way(path)}" aria-label="Try it: ${summary}">
    <label>API key <input type="password" autocomplete="off" required data-key /></label>
    ${parameters
      .filter(({ in: place }) => place === 'query')
      .map(
        ({ name, example }) =>
          markup`<label>${name} <input data-query="${name}" autocomplete="off" placeholder="such as ${example}" /></label> `,
      )}
    <button>Send</button>
    <p><small>The page sends the key to this server only, and keeps it in this tab only, until you close or reload it.</small></p>
    <output></output>
  </form> `

const operationSection =
  (way: Way) =>
  ([path, { get }]: readonly [string, { readonly get: Operation }]): Markup => {
    const replies: Readonly<Record<string, DocumentedReply>> = get.responses
    const [what, ...details] = paragraphs(get.description)
    return markup`<section id="${get.operationId}">
      <h2>${get.summary}</h2>
      <p class="request"><b>GET</b> <code data-address>${path}</code></p>
      ${what ?? null}
      <h3>Parameters</h3>
      ${table(['Name', 'Meaning'], `Parameters: ${get.summary}`, get.parameters.map(parameterRow))}
      <h3>Try it</h3>
      ${tryForm(way, path, get)}<noscript><p>The form to try it needs JavaScript.</p></noscript>
      ${details.length > 0 && markup`<h3>Details</h3> ${details}`}
      <h3>Answers</h3>
      ${Object.entries(replies).map(([status, documented]) => replyDetails(get.summary, status, documented))}
    </section> `
  }

/** The page at `/docs`, drawn from the OpenAPI document and nothing else. */
export const referencePage = (way: Way, version: string, document: ApiDocument): string => {
  const { info, paths, components } = document
  const operations = Object.entries(paths)
  return docsPage(
    way,
    info.title,
    markup`<header>
        <h1>${info.title}</h1>
        <p>whosout ${version} · <a href="${way('/')}">Start</a> · <a href="${way(otherPaths.openapi)}">OpenAPI description</a> · <a href="${way(docsPaths.changelog)}">Changelog</a></p>
      </header>
      <nav aria-label="Contents">${operations.map(([, { get }]) => markup`<a href="#${get.operationId}">${get.summary}</a> `)}<a href="#schemas">Fields of the answers</a></nav>
      <main>
        ${paragraphs(info.description)}
        <h2>The key</h2>
        ${paragraphs(components.securitySchemes.apiKey.description)}
        <h3>The first request</h3>
        ${firstRequest()}
        ${operations.map(operationSection(way))}
        <section id="schemas">
          <h2>Fields of the answers</h2>
          ${Object.entries(components.schemas).map(schemaSection)}
        </section>
      </main>`,
  )
}
