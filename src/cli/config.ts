import { parseConfig, settingWarnings, type Config } from '../config/config.js'
import type { Environment } from '../config/settings-file.js'
import type { SlackConfig } from '../config/slack.js'
import { Problem } from '../domain/problem.js'
import type { Io } from './io.js'

/** The configuration of the environment. Throws `invalid` with all that is wrong with it. */
export const configOf = (env: Environment): Config => {
  const config = parseConfig(env)
  if (!('problems' in config)) return config
  throw new Problem('invalid', [...config.problems, ...settingWarnings(env)].join('\n'))
}

/** The configuration; or null, after printing all its problems and setting the exit code for wrong usage. */
export const readConfig = (io: Io, env: Environment): Config | null => {
  const config = parseConfig(env)
  if (!('problems' in config)) return config
  for (const line of [...config.problems, ...settingWarnings(env)]) io.err(line)
  io.setExitCode(2)
  return null
}

/** The address that links lead to, the same as on the server. */
export const baseUrlOf = ({ baseUrl, port }: Config): string => baseUrl ?? `http://localhost:${port}`

/** The Slack settings of the environment; undefined when there are none. */
export const slackOf = (env: Environment): SlackConfig | undefined => configOf(env).slack
