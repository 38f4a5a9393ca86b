import type { Response } from 'express'
import type { ReportedPage } from '../../db/tables/content-reports.ts'

/** Sets the page name in the report address of this response's policies. */
export const reportAs = (response: Response, page: ReportedPage): void => {
  const { token } = response.req.params
  response.locals.reportsAt = `/pay/${encodeURIComponent(String(token))}/reports?page=${page}`
}

/**
 * Sets the Content-Security-Policy of a page. With `reportAs`, browsers report violations. Uses only
 * `report-uri`, which every browser sends immediately; `report-to` would disable it in Chromium,
 * which sends those reports late or, if the page is closed, never.
 */
export const setPolicy = (response: Response, policy: string): void => {
  const { reportsAt } = response.locals
  const reporting = typeof reportsAt === 'string' ? `; report-uri ${reportsAt}` : ''
  response.set('content-security-policy', `${policy}${reporting}`)
}
