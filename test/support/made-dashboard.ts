import { makeDashboard } from '../../src/cli/make-dashboard.ts'

/** The dashboard is made before the first test, so that every web server of a test serves it. */
export const setup = (): Promise<void> => makeDashboard(() => {})
