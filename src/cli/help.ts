import type { Command } from 'commander'

const find = (program: Command, names: readonly string[]): Command =>
  names.reduce((command, name) => {
    const found = command.commands.find((candidate) => candidate.name() === name)
    return found ?? command.error(`error: there is no command '${names.join(' ')}'`)
  }, program)

/** `help [commands...]`, because commander's own knows one level only: `help keys rotate` would show the help of `keys`. */
export const addHelpCommand = (program: Command): void => {
  program
    .helpCommand(false)
    .command('help [commands...]')
    .description('Show the options of a command: help keys rotate')
    .action((names: string[]) => find(program, names).outputHelp())
}
