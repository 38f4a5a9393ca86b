import { Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../app/language.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import type { Whole } from './refundable.ts'

type Mail = Schemas['CustomerMail']
type Kind = Whole['mail_kinds'][number]

/** Lists the e-mails to the customer, and sends one. */
export const Mails = ({ whole }: { whole: Whole }) => {
  const texts = useTexts().order.mails
  const { mails, mail_kinds: kinds } = whole
  if (mails.length === 0 && kinds.length === 0) return null
  return (
    <section className="card side">
      <Title order={2}>{texts.title}</Title>
      {mails.length > 0 ? (
        <Stack component="ul" className="bare lines" gap="xs" mt="sm">
          {mails.map((mail) => (
            <SentMail key={mail.id} mail={mail} />
          ))}
        </Stack>
      ) : null}
      {kinds.length > 0 ? (
        <Group mt="sm">
          <DialogButton text={texts.open} title={texts.title} variant="default">
            {(close) => <SendMail whole={whole} kinds={kinds} close={close} />}
          </DialogButton>
        </Group>
      ) : null}
    </section>
  )
}

const SentMail = ({ mail }: { mail: Mail }) => {
  const texts = useTexts().order.mails
  const reason = mail.detail && nameOf(texts.reasons, mail.detail)
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Text size="sm">{texts.kinds[mail.kind]}</Text>
        <Text size="xs" c="dimmed">
          <Moment at={mail.sent_at ?? mail.created_at} />
          {mail.to ? <bdi> · {mail.to}</bdi> : null}
        </Text>
        {reason && mail.state !== 'sent' ? (
          <Text size="xs" c="dimmed">
            <bdi>{reason}</bdi>
          </Text>
        ) : null}
      </div>
      <StatusBadge state={`mail_${mail.state}`} text={texts.states[mail.state]} />
    </Group>
  )
}

const FIELDS = ['to_address'] as const

const SendMail = ({
  whole: { order },
  kinds,
  close,
}: {
  whole: Whole
  kinds: readonly Kind[]
  close: () => void
}) => {
  const { texts: all } = useLanguage()
  const texts = all.order.mails
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'receipt')
  const known = order.customer.email ?? ''
  const [to, setTo] = useState(known)
  const act = useFormAction(use.useMutation('post', '/operator/v1/orders/{id}/mails'), {
    done: texts.sending,
    after: close,
  })
  const address = to.trim()
  const send = () =>
    act.run({
      params: { path: { id: order.id } },
      body: {
        kind: kind as Exclude<Kind, 'reminder'>,
        ...(address === known ? {} : { to_address: address }),
      },
    })
  return (
    <Form
      submit={send}
      send={texts.send}
      isPending={act.isPending}
      canSend={address !== ''}
      close={close}
    >
      <Select
        label={texts.kind}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        value={kind}
        onChange={(chosen) => setKind((chosen as Kind | null) ?? kind)}
      />
      <TextInput
        label={texts.to}
        type="text"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={to}
        error={act.errors.to_address}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <FormFailure act={act} fields={FIELDS} />
    </Form>
  )
}
