import { onTestFinished, vi } from 'vitest'

/** In this test no request of ours times out by itself. `end` lets all that are under way do so, and is true. */
export const holdTimeouts = () => {
  const held: AbortController[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController()
    held.push(controller)
    return controller.signal
  })
  onTestFinished(() => timeout.mockRestore())
  const end = (): void =>
    held.splice(0).forEach((one) => one.abort(new DOMException('it took too long', 'TimeoutError')))
  return {
    end: (): true => {
      // When whoever took the request has done with it.
      setImmediate(end)
      return true
    },
  }
}
