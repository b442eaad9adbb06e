import { createInterface } from 'node:readline'

/** Asks questions of whoever types, or reads their answers from a file or a program; opened by the first one. */
export const openQuestions = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream) => {
  let opened: { readonly lines: AsyncIterator<string>; readonly close: () => void } | undefined
  const open = () => {
    const reader = createInterface({ input })
    return { lines: reader[Symbol.asyncIterator](), close: () => reader.close() }
  }
  return {
    /** The next line; null where the input has ended. */
    ask: async (question: string): Promise<string | null> => {
      output.write(question)
      opened ??= open()
      const { value, done } = await opened.lines.next()
      return done === true ? null : value
    },
    close: (): void => opened?.close(),
  }
}
