import { makeDashboard, makeSite } from '../../src/cli/servers/make-pages.ts'

export const setup = async (): Promise<void> => {
  await makeDashboard(() => {})
  await makeSite({ isUrgent: true })
}
