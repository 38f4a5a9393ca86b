import type { StoreId } from '../../domain/ids.ts'

/** `card`: the page with the card fields; `pay`: any other page of a pay link. */
export const REPORTED_PAGES = ['card', 'pay'] as const
export type ReportedPage = (typeof REPORTED_PAGES)[number]

export interface ContentReportTables {
  content_reports: {
    store_id: StoreId
    page: ReportedPage
    /** Directive of the Content-Security-Policy, such as `script-src-elem`. */
    directive: string
    /** Host, or a keyword such as `inline`; `other` once the store has many. */
    blocked: string
    reports: bigint
    first_at: Date
    last_at: Date
  }
}
