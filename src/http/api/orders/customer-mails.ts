import { z } from 'zod'
import type { CustomerMailRow } from '../../../db/db.ts'
import { MAIL_KINDS, MAIL_STATES } from '../../../db/tables/customer-mails.ts'
import { formatMinor } from '../../../domain/money.ts'
import { sendMailAgain } from '../../../payments/mails/send-again.ts'
import { fieldProblem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byOrder } from '../operator/locate.ts'
import { type OperatorRoute, refuse } from '../route.ts'
import { MAIL_STATE_MEANINGS } from './mail-states.ts'

export const customerMail = z
  .object({
    id: z.string(),
    kind: z.enum(MAIL_KINDS),
    state: z.enum(MAIL_STATES).meta({ description: MAIL_STATE_MEANINGS }),
    payment_id: z.string().nullable(),
    amount: z.string().nullable().meta({
      description: 'Amount of the refund or void that the e-mail reports; otherwise `null`.',
    }),
    to: z.string().nullable().meta({
      description:
        "Recipient. Until Puente sends the e-mail, only an address that replaces the order's; otherwise `null`.",
    }),
    detail: z.string().nullable().meta({
      description: 'Reason for the state, such as the answer of the mail server; otherwise `null`.',
    }),
    created_at: z.string(),
    sent_at: z.string().nullable(),
  })
  .meta({ id: 'CustomerMail' })

export const viewOfMail = (
  mail: CustomerMailRow,
  { currency }: { currency: string },
): z.input<typeof customerMail> => ({
  id: mail.id,
  kind: mail.kind,
  state: mail.state,
  payment_id: mail.payment_id,
  amount: mail.amount_minor === null ? null : formatMinor(mail.amount_minor, currency),
  to: mail.to_address,
  detail: mail.detail,
  created_at: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
})

const mailToSend = z
  .object({
    kind: z.enum(MAIL_KINDS).exclude(['reminder']),
    to_address: plainText(254).optional().meta({
      description: "E-mail address that replaces the order's.",
      example: 'ana@example.com',
    }),
  })
  .meta({ id: 'MailToSend' })

export const mailCustomerOfOrder: OperatorRoute = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/orders/{id}/mails',
  operationId: 'mailCustomer',
  tag: 'Orders',
  scope: 'checkout',
  locate: byOrder,
  summary: 'E-mail the customer of an order a receipt, a refund, a void or a payment request',
  body: mailToSend,
  answers: { 202: { description: 'The e-mail, which Puente sends now', schema: customerMail } },
  problems: {
    404: "No such order in the person's organizations",
    409: "There is no mail server (`mail_not_set_up`), the order has no e-mail of this kind to send (`nothing_to_mail`), or the customer's data was erased (`customer_erased`)",
    422: 'The address is not valid',
    429: 'The order has reached its e-mail limit for today (`rate_limited`)',
  },
  handle: async ({ ctx, row: order, body }) => {
    const planned = await sendMailAgain(ctx, order, { kind: body.kind, to: body.to_address })
    switch (planned.outcome) {
      case 'planned':
        return { status: 202, body: viewOfMail(planned.mail, order) }
      case 'no-mail-server':
        return refuse(problem({ code: 'mail_not_set_up', ...problemWords('mailNotSetUp') }))
      case 'no-reason':
        return refuse(problem({ code: 'nothing_to_mail', ...problemWords('nothingToMail') }))
      case 'erased':
        return refuse(problem({ code: 'customer_erased', ...problemWords('customerErased') }))
      case 'no-address':
        return refuse(fieldProblem('to_address', fieldMessage('emailAddress')))
      case 'too-many':
        return refuse(problem({ code: 'rate_limited', ...problemWords('manyMails') }))
    }
  },
})
