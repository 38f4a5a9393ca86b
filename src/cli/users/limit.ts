import { operatorLimitsOf } from '../../db/people/people.ts'
import type { Money } from '../../domain/money.ts'
import { viewOfLimit } from '../../http/api/people/refund-limits.ts'
import { setRefundLimits } from '../../people/members/change-members.ts'
import { limitInWords, parseRefundLimit } from '../stores/key-rights.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { noSuchOrganization, type OfOrganization, openUsers, organizationNamed } from './open.ts'

export interface LimitOptions extends OfOrganization {
  refundLimit?: string
  refundDayLimit?: string
  json: boolean
}

export const limitUsers = async (
  program: CommandProgram,
  { refundLimit, refundDayLimit, organization, json }: LimitOptions,
): Promise<void> => {
  const changes = {
    refundLimit: readLimit('refund-limit', refundLimit),
    refundDayLimit: readLimit('refund-day-limit', refundDayLimit),
  }
  const { query } = await openUsers(program)
  let limits = operatorLimitsOf(await organizationNamed(query, organization))
  if (refundLimit !== undefined || refundDayLimit !== undefined) {
    const request = { refund_limit: refundLimit, refund_day_limit: refundDayLimit }
    const about = { action: 'users limit', subject: organization, organizationId: organization }
    limits = await auditedCommand(query, { ...about, request }, async () => {
      const changed = await setRefundLimits(query, { organizationId: organization, ...changes })
      if (changed.outcome === 'changed') return changed.after
      throw noSuchOrganization(organization)
    })
  }
  if (json) {
    printReportJson({
      organization,
      operator_refund_limit: viewOfLimit(limits.refundLimit),
      operator_refund_day_limit: viewOfLimit(limits.refundDayLimit),
    })
  } else {
    const atOnce = limits.refundLimit ? limitInWords(limits.refundLimit) : 'none'
    const aDay = limits.refundDayLimit ? limitInWords(limits.refundDayLimit) : 'none'
    console.log(
      `Refund limits of operators of ${organization}: ${atOnce} per refund, ${aDay} per day.`,
    )
  }
}

/** `undefined` keeps a limit, `null` removes it. */
const readLimit = (option: string, text: string | undefined): Money | null | undefined => {
  if (text === undefined) return undefined
  return text === 'none' ? null : parseRefundLimit(option, text)
}
