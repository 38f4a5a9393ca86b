import { Text } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { nameOf, useTexts } from '../../app/language.ts'
import { Moment } from '../../parts/values/moment.tsx'

/** Says why a refund waits, and when Puente acts next. */
export const RefundNextStep = ({ refund }: { refund: Schemas['RefundOfStore'] }) => {
  const texts = useTexts()
  const own = texts.refund
  const { next_step: step, waiting_for: waits, waiting_until: until, resend_from: from } = refund
  if (refund.state === 'failed') return <Text>{own.ended}</Text>
  if (step === null || step === 'answer' || step === 'approval') return null
  return (
    <>
      {waits ? <Text>{nameOf(texts.waits, waits)}</Text> : null}
      <Text>
        {own.nextSteps[step]}
        {waits === 'gateway' ? `: ${own.onceAnswered}` : null}
        {until && waits !== 'gateway' ? (
          <>
            {': '}
            <Moment at={until} />
          </>
        ) : null}
        {'. '}
        {from ? (
          <>
            {own.resendFrom} <Moment at={from} />, {own.resendUnless}
          </>
        ) : null}
      </Text>
    </>
  )
}
