import { Button, Text, Textarea, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { Moment } from '../../parts/values/moment.tsx'

type Customer = Schemas['WholeCustomer']

export const NoteOfCustomer = ({ customer, acts }: { customer: Customer; acts: boolean }) => {
  const texts = useTexts().customer.note
  const [isOpen, { open, close }] = useDisclosure()
  const { note } = customer
  return (
    <section className="card side">
      <Title order={2}>{texts.title}</Title>
      {isOpen ? (
        <NoteForm customer={customer} close={close} />
      ) : (
        <>
          {note ? (
            <>
              <Text className="items">
                <bdi>{note.text}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                <bdi>{note.by}</bdi> · <Moment at={note.at} />
              </Text>
            </>
          ) : (
            <Text c="dimmed">{texts.none}</Text>
          )}
          {acts ? (
            <Button variant="default" onClick={open} style={{ justifySelf: 'start' }}>
              {texts.edit}
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}

const NoteForm = ({ customer, close }: { customer: Customer; close: () => void }) => {
  const { save, customer: texts } = useTexts()
  const [note, setNote] = useState(customer.note?.text ?? '')
  const act = useFormAction(use.useMutation('patch', '/operator/v1/customers/{id}'), {
    done: texts.note.saved,
    after: close,
  })
  return (
    <Form
      submit={() => act.run({ params: { path: { id: customer.id } }, body: { note: note.trim() } })}
      send={save}
      isPending={act.isPending}
      close={close}
    >
      <Textarea
        label={texts.note.label}
        description={texts.note.hint}
        autosize
        minRows={2}
        maxLength={2_000}
        value={note}
        error={act.errors.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <FormFailure act={act} fields={['note']} />
    </Form>
  )
}
