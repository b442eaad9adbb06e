/** One check by `doctor`, and what to do when it fails. */
export interface DoctorFinding {
  readonly check:
    'node' | 'configuration' | 'store' | 'clock' | 'organizations' | 'sources' | 'holidays' | 'slack'
  readonly state: 'fine' | 'warning' | 'broken'
  readonly message: string
}
