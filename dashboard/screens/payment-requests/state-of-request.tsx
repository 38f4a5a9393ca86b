import { Alert, Text } from '@mantine/core'
import { useLanguage } from '../../app/language.ts'
import { Icon } from '../../app/theme/icons.tsx'
import { minuteLabel } from '../../parts/values/moment.tsx'
import type { PaymentRequest } from './request-queries.ts'

/** Shows the state of the request, live. */
export const StateOfRequest = ({ request }: { request: PaymentRequest }) => {
  const { texts, format, language } = useLanguage()
  const { state, conflict, paid_at, paid_otherwise } = request
  const words = texts.requests
  if (conflict) return <Alert color="red">{words.conflictText}</Alert>
  switch (state) {
    case 'open':
      return (
        <Text role="status" c="dimmed">
          {words.waiting}
        </Text>
      )
    case 'paid':
      return (
        <Alert color="green" role="status" icon={<Icon name="check" size={28} />}>
          <Text size="lg" fw={700}>
            {paid_at
              ? format(words.paidAt, { at: minuteLabel(new Date(paid_at), language) })
              : words.states.paid}
          </Text>
        </Alert>
      )
    case 'expired':
      return <Text role="status">{words.expiredText}</Text>
    case 'refused':
      return <Alert color="red">{words.refusedText}</Alert>
    case 'cancelled':
      return <Text role="status">{words.cancelledText}</Text>
    case 'paid_otherwise':
      return (
        <Text role="status">
          {format(words.otherwiseText, { how: words.hows[paid_otherwise ?? 'other'] })}
        </Text>
      )
  }
}
