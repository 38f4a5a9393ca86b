import { makeDashboard } from '../../src/cli/servers/make-dashboard.ts'

export const setup = (): Promise<void> => makeDashboard(() => {})
