/** One check by `doctor`, and what to do when it fails. */
export interface DoctorFinding {
  readonly check:
    | 'node'
    | 'configuration'
    | 'store'
    | 'clock'
    | 'organizations'
    | 'agents'
    | 'sources'
    | 'webhooks'
    | 'holidays'
    | 'slack'
  readonly state: 'fine' | 'warning' | 'broken'
  readonly message: string
}

/** Makes the findings of one check. */
export const findingsOf = (check: DoctorFinding['check']) => {
  const inState =
    (state: DoctorFinding['state']) =>
    (message: string): DoctorFinding => ({ check, state, message })
  return { fine: inState('fine'), warning: inState('warning'), broken: inState('broken') }
}
