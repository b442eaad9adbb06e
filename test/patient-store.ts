/**
 * A call of the store ends after three seconds. In a process of tests it has fifteen: a busy machine would end calls that
 * no test means to end. Processes that tests start have the three.
 */
export const patientStore = {
  name: 'patient-store',
  transform: (code: string, id: string): string | null =>
    id.endsWith('/src/store/port.ts') ? code.replace('callDeadline = 3_000', 'callDeadline = 15_000') : null,
}
