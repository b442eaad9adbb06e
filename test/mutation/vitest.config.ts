import { defineConfig } from 'vitest/config'
import { patientStore } from '../patient-store.js'

/** Stryker's runner knows no projects: one plain set of files, in the short suite's size. */
export default defineConfig({
  plugins: [patientStore],
  test: {
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]'),
    provide: { suite: 'short', cases: 50 },
    testTimeout: 60_000,
  },
})
