/** One thing that `doctor` looked at, and what to do when it is not fine. */
export interface Finding {
  readonly check: 'node' | 'configuration' | 'store' | 'clock' | 'organizations' | 'slack'
  readonly state: 'fine' | 'warning' | 'broken'
  readonly message: string
}
