/** One thing that `doctor` looked at, and what to do when it is not fine. */
export interface DoctorFinding {
  readonly check:
    'node' | 'configuration' | 'store' | 'clock' | 'organizations' | 'sources' | 'holidays' | 'slack'
  readonly state: 'fine' | 'warning' | 'broken'
  readonly message: string
}
