import type { Express } from 'express'
import { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Before Node 24 Express's change of a request's prototype costs most of a small reply; objects that have the
 * right prototype from the start make it a no-op. From 24 on the same trick is slower than none.
 */
export const expressPrototypes = (app: Express) => ({
  IncomingMessage: withPrototype(IncomingMessage, app.request),
  ServerResponse: withPrototype(ServerResponse, app.response),
})

/** The constructor, making objects with that very prototype. Node's two are functions that may be applied. */
const withPrototype = <C extends typeof IncomingMessage | typeof ServerResponse>(
  constructor: C,
  prototype: object,
): C => {
  function Made(this: object, ...args: unknown[]) {
    Reflect.apply(constructor, this, args)
  }
  Made.prototype = prototype
  // A function with a `prototype` is a constructor; TypeScript knows only classes as such.
  return Made as unknown as C
}
