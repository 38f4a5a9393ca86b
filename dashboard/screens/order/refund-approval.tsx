import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Moment } from '../../parts/values/moment.tsx'

type Refund = Schemas['RefundOfStore']
type Approval = NonNullable<Refund['approval']>

const FIELDS = ['why'] as const

/** Decision of a second person: asks for it, or shows it. */
export const ApprovalOfRefund = ({ refund }: { refund: Refund }) => {
  const { approval } = refund
  if (!approval) return null
  return approval.state === 'pending' ? (
    <Decision refund={refund} approval={approval} />
  ) : (
    <Decided approval={approval} />
  )
}

const Decision = ({ refund, approval }: { refund: Refund; approval: Approval }) => {
  const { texts: all, format } = useLanguage()
  const texts = all.refund.approval
  const [isRejecting, setRejecting] = useState(false)
  return (
    <>
      <Text>
        {approval.requested_by
          ? format(texts.waitsBy, { name: approval.requested_by })
          : texts.waits}{' '}
        {texts.until} <Moment at={approval.until} />.
      </Text>
      {isRejecting ? (
        <Rejection id={refund.id} close={() => setRejecting(false)} />
      ) : (
        <Group gap="sm" mt="sm">
          <ActButton
            path="/operator/v1/refunds/{id}/approve"
            id={refund.id}
            done={texts.approved}
            variant="filled"
          >
            {texts.approve}
          </ActButton>
          <Button variant="default" onClick={() => setRejecting(true)}>
            {texts.reject}…
          </Button>
        </Group>
      )}
    </>
  )
}

const Rejection = ({ id, close }: { id: string; close: () => void }) => {
  const texts = useTexts().refund.approval
  const [why, setWhy] = useState('')
  const act = useFormAction(use.useMutation('post', '/operator/v1/refunds/{id}/reject'), {
    done: texts.rejected,
    after: close,
  })
  return (
    <Form
      submit={() => act.run({ params: { path: { id } }, body: { why: why.trim() } })}
      send={texts.reject}
      isPending={act.isPending}
      canSend={why.trim() !== ''}
      close={close}
      gap="sm"
    >
      <TextInput
        label={texts.why}
        required
        maxLength={500}
        value={why}
        error={act.errors.why}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}

const Decided = ({ approval }: { approval: Approval }) => {
  const { texts: all, format } = useLanguage()
  const { decided } = all.refund.approval
  if (approval.state === 'pending' || approval.state === 'cancelled') return null
  return (
    <Text c="dimmed">
      {format(decided[approval.state], { name: approval.decided_by ?? 'none' })}
      {approval.why ? (
        <>
          {': '}
          <bdi>{approval.why}</bdi>
        </>
      ) : null}
    </Text>
  )
}
