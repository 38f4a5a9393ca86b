import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney, parseMoney } from '../../../src/domain/money.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import { parseTypedAmount } from '../../../src/domain/typed-amount.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { newKey } from '../../parts/forms/new-key.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { minuteLabel } from '../../parts/values/moment.tsx'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { duplicatesOf, isVoided, paymentToRefund, refundable, type Whole } from './refundable.ts'

/** Shows a refund's consequences before the confirmation. */
export const RefundSheet = ({
  whole,
  chosen,
  close,
}: {
  whole: Whole
  chosen: string | undefined
  close: () => void
}) => {
  const texts = useTexts()
  const charged = refundable(whole)
  const payment =
    charged.find(({ id }) => id === chosen) ?? (chosen ? paymentToRefund(whole) : undefined)
  return (
    <Sheet
      opened={payment !== undefined}
      onClose={close}
      size="md"
      phoneSize="auto"
      title={texts.refund.title}
    >
      {payment ? (
        <RefundForm key={payment.id} whole={whole} payment={payment} close={close} />
      ) : null}
    </Sheet>
  )
}

/** Refundable rest as a decimal string. */
const restOf = ({
  total,
  amount,
  refunded_amount,
  currency,
}: Schemas['PaymentOfStore']): string => {
  const known = currencyByCode(currency)
  const all = known && parseMoney(total ?? amount, known)
  const refunded = known && parseMoney(refunded_amount, known)
  if (!all?.ok || !refunded?.ok) return total ?? amount
  return formatMoney({ ...all.money, minor: all.money.minor - refunded.money.minor })
}

/** Status after a refund of an order with one payment. */
const statusAfter = (
  payment: Schemas['PaymentOfStore'],
  isWhole: boolean,
): 'voided' | 'refunded' | 'partially_refunded' => {
  if (!isWhole) return 'partially_refunded'
  return isVoided(payment) ? 'voided' : 'refunded'
}

const RefundForm = ({
  whole,
  payment,
  close,
}: {
  whole: Whole
  payment: Schemas['PaymentOfStore']
  close: () => void
}) => {
  const { texts, format, language } = useLanguage()
  const rest = restOf(payment)
  const [part, setPart] = useState('all')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  // One idempotency key per form: repeated clicks refund once.
  const key = useRef(newKey())
  const mutation = use.useMutation('post', '/operator/v1/orders/{id}/refunds')
  const done = ({ refund, message }: Schemas['RefundOfOrder']) =>
    refund.approval?.state === 'pending' ? message : texts.refund.gatewayChecked
  const act = useAction(mutation, done, {
    after: close,
    isFailureShown: true,
  })
  const currency = currencyByCode(payment.currency)
  const read = currency && part === 'part' ? parseTypedAmount(amount.trim(), currency) : undefined
  const money = read?.ok ? read.money : undefined
  const shown = moneyText(money ? formatMoney(money) : rest, payment.currency, language)
  const error =
    part === 'part' && amount.trim() !== '' && !money
      ? read?.ok === false && read.reason === 'ambiguous'
        ? texts.refund.ambiguous
        : texts.refund.noAmount
      : undefined
  const follows =
    part === 'part'
      ? texts.refund.partFollows
      : isVoided(payment)
        ? texts.refund.voidFollows
        : texts.refund.refundFollows
  const isWhole = part === 'all' || (money !== undefined && formatMoney(money) === rest)
  const canSend = part === 'all' || (money !== undefined && money.minor > 0n)
  return (
    <Form
      submit={() =>
        act.run({
          params: { path: { id: whole.order.id }, header: { 'Idempotency-Key': key.current } },
          body: {
            payment_id: payment.id,
            ...(money ? { amount: formatMoney(money) } : {}),
            ...(reason.trim() ? { reason: reason.trim() } : {}),
          },
        })
      }
      send={format(texts.refund.confirm, { amount: shown })}
      isPending={act.isPending}
      canSend={canSend}
      close={close}
    >
      <Text c="dimmed">
        {format(texts.refund.of, {
          attempt: payment.attempt,
          rest: moneyText(rest, payment.currency, language),
        })}{' '}
        {payment.paid_at
          ? format(texts.refund.paid, { at: minuteLabel(new Date(payment.paid_at), language) })
          : ''}{' '}
        {payment.gateway_payment_id
          ? format(texts.refund.atGateway, { id: payment.gateway_payment_id })
          : ''}
      </Text>
      <Radio.Group label={texts.refund.howMuch} value={part} onChange={setPart}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="all"
            label={`${texts.refund.all} (${moneyText(rest, payment.currency, language)})`}
          />
          <Radio value="part" label={texts.refund.part} />
        </Stack>
      </Radio.Group>
      {part === 'part' ? (
        <TextInput
          label={texts.refund.amount}
          description={texts.refund.amountHint}
          inputMode="decimal"
          data-autofocus
          value={amount}
          error={error}
          onChange={(event) => {
            setAmount(event.currentTarget.value)
            key.current = newKey()
          }}
        />
      ) : null}
      <Textarea
        label={texts.refund.reason}
        description={texts.refund.reasonHint}
        value={reason}
        maxLength={500}
        autosize
        onChange={(event) => {
          setReason(event.currentTarget.value)
          key.current = newKey()
        }}
      />
      <div className="notice">
        <Text>{follows}</Text>
        <Text>
          {duplicatesOf(whole).some(({ id }) => id === payment.id)
            ? texts.refund.storeKeeps
            : format(texts.refund.storeFollows, {
                state: texts.states[statusAfter(payment, isWhole)],
                amount: shown,
              })}
        </Text>
      </div>
      <ProblemText error={mutation.error} />
    </Form>
  )
}
