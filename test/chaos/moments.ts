/** Writes of a replica, by the names that the design gives the steps. `doubt`: an outcome is unknown; `record`: final. */
const storeSteps = ['plan', 'advance', 'claim', 'mark', 'record', 'give back', 'doubt', 'reconcile'] as const
export type StoreStep = (typeof storeSteps)[number]

/** `post`: the request to Slack. */
type Step = StoreStep | 'post'

/** `before`: it was asked for and is not done. `after`: it is done, and who asked has not heard of it. */
export interface Moment {
  readonly when: 'before' | 'after'
  readonly step: Step
}

/**
 * `kill`: -9. `stop`: SIGSTOP, and SIGCONT when others may take what the replica holds; `stop for long`: when they have
 * looked for it and posted it.
 */
export type Act = 'kill' | 'stop' | 'stop for long'

export interface Strike extends Moment {
  readonly act: Act
}

export const nameOf = ({ act, when, step }: Strike): string => `${act} ${when} ${step}`
