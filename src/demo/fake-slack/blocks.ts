import type { JsonObject } from './state.js'

/** Slack's error code for blocks or a view, and the places that it names. */
export interface RefusedContent {
  readonly error: string
  readonly messages: readonly string[]
}

/** What Slack refuses of what an app shows. The tests have its rules; the demo's app has passed them. */
export interface SlackRules {
  blocks(blocks: unknown): RefusedContent | undefined
  /** By an undocumented limit of `chat.*`. */
  isTooLong(blocks: readonly JsonObject[]): boolean
  view(view: unknown, type: 'modal' | 'home'): RefusedContent | undefined
  /** The options that an app offers. Throws when Slack would refuse them. */
  options(answer: unknown): readonly JsonObject[]
}

export const noRules: SlackRules = {
  blocks: () => undefined,
  isTooLong: () => false,
  view: () => undefined,
  options: (answer) => (answer as { readonly options?: readonly JsonObject[] }).options ?? [],
}

/** The interactive elements of a block, in order. */
export const elementsOf = (block: JsonObject): readonly JsonObject[] => {
  const { elements, accessory, element } = block as {
    elements?: readonly JsonObject[]
    accessory?: JsonObject
    element?: JsonObject
  }
  return [...(block.type === 'actions' ? (elements ?? []) : []), accessory, element].filter(
    (one): one is JsonObject => one !== undefined && one.type !== 'image',
  )
}

/** Slack generates ids for blocks and elements without one. */
export const namedBlocks = (
  blocks: readonly JsonObject[],
  newId: (prefix: string) => string,
): readonly JsonObject[] =>
  blocks.map((one) => ({
    ...one,
    block_id: one.block_id ?? newId('b'),
    ...('element' in one ? { element: named(one.element as JsonObject, newId) } : {}),
    ...('accessory' in one ? { accessory: named(one.accessory as JsonObject, newId) } : {}),
    ...(one.type === 'actions'
      ? { elements: (one.elements as JsonObject[]).map((element) => named(element, newId)) }
      : {}),
  }))

const named = (element: JsonObject, newId: (prefix: string) => string): JsonObject =>
  element.type === 'image' ? element : { ...element, action_id: element.action_id ?? newId('a') }
