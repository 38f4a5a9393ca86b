import { makeDashboard, makeSite } from '../../src/cli/servers/make-pages.ts'

/** Builds what the tests open. Throws if a build fails, because an older one would pass unnoticed. */
export const setup = async (): Promise<void> => {
  const outcomes = {
    dashboard: await makeDashboard(() => {}),
    site: await makeSite(() => {}, { isUrgent: true }),
  }
  for (const [name, outcome] of Object.entries(outcomes)) {
    if (outcome === 'failed') throw new Error(`The build of the ${name} failed, see above`)
  }
}
