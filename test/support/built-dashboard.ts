import { makeDashboard } from '../../src/cli/servers/make-dashboard.ts'

/** Builds the dashboard first, since each web server of a test serves it. */
export const setup = (): Promise<void> => makeDashboard(() => {})
