import type { Response } from 'express'
import type { ReportedPage } from '../../db/tables/content-reports.ts'

const GROUP = 'puente'

/** Names the page to which the policies of this response send reports. */
export const reportAs = (response: Response, page: ReportedPage): void => {
  const { token } = response.req.params
  const address = `/pay/${encodeURIComponent(String(token))}/reports?page=${page}`
  response.locals.reportsAt = address
  response.set('reporting-endpoints', `${GROUP}="${address}"`)
}

/**
 * Sets the Content-Security-Policy of a page. With `reportAs`, browsers report what they block:
 * by `report-uri` if they do not know `report-to`.
 */
export const setPolicy = (response: Response, policy: string): void => {
  const { reportsAt } = response.locals
  const reporting =
    typeof reportsAt === 'string' ? `; report-uri ${reportsAt}; report-to ${GROUP}` : ''
  response.set('content-security-policy', `${policy}${reporting}`)
}
