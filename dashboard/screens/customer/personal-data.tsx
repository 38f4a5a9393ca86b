import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { showNotification } from '../../parts/forms/show-notification.ts'
import { useSingleRun } from '../../parts/forms/use-single-run.ts'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { download, eraseChosen, exportChosen } from './rights-of-customer.ts'

type Customer = Schemas['WholeCustomer']
type Identifier = Customer['identifiers'][number]

export const PersonalData = ({
  customer,
  administers,
  name,
}: {
  customer: Customer
  administers: boolean
  name: string
}) => {
  const { texts: all, format } = useLanguage()
  const texts = all.customer.privacy
  const [shown, show] = useState<'export' | 'erase'>()
  const close = () => show(undefined)
  return (
    <section className="card side">
      <Title order={2}>{texts.title}</Title>
      <Text c="dimmed">{administers ? texts.hint : texts.ownerOnly}</Text>
      {administers ? (
        <Group gap="sm">
          <Button variant="default" onClick={() => show('export')}>
            {texts.export}
          </Button>
          <Button variant="default" color="red" onClick={() => show('erase')}>
            {texts.erase}
          </Button>
        </Group>
      ) : null}
      <Dialog opened={shown === 'export'} onClose={close} title={texts.exportTitle}>
        <ExportForm customer={customer} close={close} />
      </Dialog>
      <Dialog
        opened={shown === 'erase'}
        onClose={close}
        size="lg"
        title={format(texts.eraseTitle, { name })}
      >
        <EraseForm customer={customer} close={close} />
      </Dialog>
    </section>
  )
}

/** Leaves shared values unselected: a family may share a phone. */
const useChosen = ({ identifiers }: Customer) => {
  const [values, setValues] = useState(
    identifiers.filter(({ others }) => others === 0).map(({ value }) => value),
  )
  const chosen = identifiers.filter(({ value }) => values.includes(value))
  return { values, setValues, chosen }
}

const Chooser = ({
  identifiers,
  values,
  setValues,
}: {
  identifiers: readonly Identifier[]
  values: string[]
  setValues: (values: string[]) => void
}) => {
  const { texts, format } = useLanguage()
  const own = texts.customer
  return (
    <Checkbox.Group label={own.privacy.which} value={values} onChange={setValues}>
      <Stack gap="xs" mt="xs">
        {identifiers.map(({ kind, value, orders, others }) => (
          <Checkbox
            key={`${kind} ${value}`}
            value={value}
            label={`${own.kinds[kind]}: ${value}`}
            description={[
              format(own.privacy.orders, { count: orders }),
              others > 0 ? format(own.privacy.others, { count: others }) : '',
            ]
              .filter(Boolean)
              .join('; ')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

const ExportForm = ({ customer, close }: { customer: Customer; close: () => void }) => {
  const { close: closeLabel, customer: own } = useTexts()
  const texts = own.privacy
  const { values, setValues, chosen } = useChosen(customer)
  const mutation = useMutation({ mutationFn: exportChosen })
  const run = useSingleRun(mutation)
  const submit = () =>
    run({ storeId: customer.store_id, chosen })?.then(
      ([first, ...more]) => {
        download('customer.json', more.length > 0 ? [first, ...more] : first)
        void showNotification({
          message: texts.exported,
          closeButtonProps: { 'aria-label': closeLabel },
        })
        close()
      },
      () => {},
    )
  return (
    <Form
      submit={() => void submit()}
      send={texts.exportSend}
      isPending={mutation.isPending}
      canSend={chosen.length > 0}
      close={close}
    >
      <Text>{texts.exportFollows}</Text>
      <Chooser identifiers={customer.identifiers} values={values} setValues={setValues} />
      <ProblemText error={mutation.error} />
    </Form>
  )
}

const EraseForm = ({ customer, close }: { customer: Customer; close: () => void }) => {
  const { texts: all, format } = useLanguage()
  const texts = all.customer.privacy
  const { values, setValues, chosen } = useChosen(customer)
  const [typed, setTyped] = useState('')
  const [isLater, setLater] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({ mutationFn: eraseChosen })
  const run = useSingleRun(mutation)
  // The value that groups the customer's orders.
  const word = customer.identifiers[0]?.value ?? ''
  const submit = () =>
    run({ storeId: customer.store_id, chosen })?.then(
      async ({ outcome, orders }) => {
        if (outcome === 'later') {
          setLater(true)
          return
        }
        close()
        await navigate({ to: '/customers' })
        void showNotification({
          message: format(texts.erased, { count: orders }),
          closeButtonProps: { 'aria-label': all.close },
        })
        await queries.invalidateQueries()
      },
      () => {},
    )
  return (
    <Form
      submit={() => void submit()}
      send={texts.eraseSend}
      isPending={mutation.isPending}
      canSend={chosen.length > 0 && typed.trim() === word}
      close={close}
    >
      <Text>
        <strong>{texts.goesTitle}:</strong> {texts.goes}
      </Text>
      <Text>
        <strong>{texts.staysTitle}:</strong> {texts.stays}
      </Text>
      <Text fw={600}>{texts.final}</Text>
      <Chooser identifiers={customer.identifiers} values={values} setValues={setValues} />
      <TextInput
        label={format(texts.confirm, { word })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isLater ? (
        <Text role="status" className="warn">
          {texts.later}
        </Text>
      ) : null}
      <ProblemText error={mutation.error} />
    </Form>
  )
}
